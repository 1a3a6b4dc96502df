import { createHash } from 'node:crypto';
import type { Secret } from '../../identity/secrets/secret.ts';
import { badRequest } from '../../shared/error.ts';

/**
 * Where an account's emails continue. `after`: after the message with this time (epoch ms) and id, newest first and by
 * id within a millisecond. `link`: after `skip` rows of the page at a provider's link; `before` is the number of rows
 * before that page.
 */
export type MailPosition =
  | { after: [number, string] }
  | { link: string; skip: number; before?: number }
  | 'start'
  | 'end';

/** Position per account id. Other accounts start at the beginning. */
export type MailPositions = Record<string, MailPosition>;

const PURPOSE = 'agenda cursor';
const LIVES_MS = 24 * 60 * 60 * 1000;

export interface CursorScope {
  secret: Secret;
  userId: string;
  /** The list's query. A cursor is valid only for the same query. */
  query: unknown;
  now: string;
}

const hashOf = (query: unknown) => createHash('sha256').update(JSON.stringify(query)).digest('base64url').slice(0, 22);

/** Encrypts positions, so that a cursor reveals neither a provider's links nor message ids. */
export function writeCursor({ secret, userId, query, now }: CursorScope, positions: MailPositions): string {
  const content = { v: 1, u: userId, q: hashOf(query), e: Date.parse(now) + LIVES_MS, p: positions };
  return Buffer.from(secret.seal(PURPOSE, JSON.stringify(content)), 'base64').toString('base64url');
}

/** Throws 400 if a cursor is forged, a day old, or from another user or query. */
export function readCursor({ secret, userId, query, now }: CursorScope, cursor: string): MailPositions {
  const content = opened(secret, cursor);
  const fits = content?.v === 1 && content.u === userId && content.q === hashOf(query) && content.e > Date.parse(now);
  if (fits) return content.p;
  throw badRequest(
    { cursor: 'is not from this list with these filters, or has expired' },
    'Start again without a cursor.',
  );
}

interface Content {
  v: number;
  u: string;
  q: string;
  e: number;
  p: MailPositions;
}

function opened(secret: Secret, cursor: string): Content | undefined {
  try {
    return JSON.parse(secret.open(PURPOSE, Buffer.from(cursor, 'base64url').toString('base64')));
  } catch {
    // An invalid or truncated cursor is reported like one of another list.
    return undefined;
  }
}
