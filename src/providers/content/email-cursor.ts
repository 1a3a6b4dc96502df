import { createHash } from 'node:crypto';
import type { Secret } from '../../identity/secrets/secret.ts';
import { badRequest } from '../../shared/error.ts';

/**
 * Where one account's e-mails go on. `after`: behind the message of this time (epoch ms) and id, in the order
 * newest first and by id within a millisecond. `link`: this many rows into the page behind a provider's own link,
 * `before` which so many rows stand.
 */
export type Position = { after: [number, string] } | { link: string; skip: number; before?: number } | 'start' | 'end';

/** Account id → its position. An account that is not named starts at the top. */
export type Positions = Record<string, Position>;

const PURPOSE = 'agenda cursor';
const LIVES_MS = 24 * 60 * 60 * 1000;

export interface CursorScope {
  secret: Secret;
  userId: string;
  /** The query of the list; a cursor is valid for this query alone. */
  query: unknown;
  now: string;
}

const hashOf = (query: unknown) => createHash('sha256').update(JSON.stringify(query)).digest('base64url').slice(0, 22);

/** Encrypted, so that neither a provider's links nor addresses of messages can be read from it. */
export function writeCursor({ secret, userId, query, now }: CursorScope, positions: Positions): string {
  const content = { v: 1, u: userId, q: hashOf(query), e: Date.parse(now) + LIVES_MS, p: positions };
  return Buffer.from(secret.seal(PURPOSE, JSON.stringify(content)), 'base64').toString('base64url');
}

/** Throws 400 for a cursor that is not ours, another user's, another query's, or a day old. */
export function readCursor({ secret, userId, query, now }: CursorScope, cursor: string): Positions {
  const content = opened(secret, cursor);
  const fits = content?.v === 1 && content.u === userId && content.q === hashOf(query) && content.e > Date.parse(now);
  if (fits) return content.p;
  throw badRequest(
    { cursor: 'does not belong to this list and its filters, or is too old' },
    'Start again without a cursor.',
  );
}

interface Content {
  v: number;
  u: string;
  q: string;
  e: number;
  p: Positions;
}

function opened(secret: Secret, cursor: string): Content | undefined {
  try {
    return JSON.parse(secret.open(PURPOSE, Buffer.from(cursor, 'base64url').toString('base64')));
  } catch {
    // Made up or cut short: for the caller the same as one of another list.
    return undefined;
  }
}
