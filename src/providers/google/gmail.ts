import * as z from 'zod';
import { decodeEntities } from '../../shared/html/plain-text.ts';
import { decode } from '../../shared/text/charset.ts';
import type { MailPosition } from '../content/email-cursor.ts';
import type { EmailMessage } from '../content/items.ts';
import { distinctPeople } from '../content/items.ts';
import {
  type MailQuery,
  type MailSource,
  matchesMailQuery,
  type PositionedMessage,
  positionAfter,
} from '../content/mail.ts';
import { decodeHeader, parseAddresses } from '../content/mail-headers.ts';
import { loopGuard, type MemoryCache, readShape, segment } from '../requests/answers.ts';
import type { AccountCall } from '../requests/call.ts';
import { failureReasonOf, providerFailure } from '../requests/failures.ts';

// Gmail's list returns only ids. Fetching each message costs four times as much as the list.
export const LIST_UNITS = 5;
export const GET_UNITS = 20;
export const MAX_PER_PAGE = 500;

const listShape = z.object({
  messages: z.array(z.object({ id: z.string() })).default([]),
  nextPageToken: z.string().optional(),
});

const messageShape = z.object({
  id: z.string(),
  threadId: z.string().nullable().default(null),
  labelIds: z.array(z.string()).default([]),
  snippet: z.string().default(''),
  internalDate: z.coerce.number(),
  payload: z
    .object({ headers: z.array(z.object({ name: z.string(), value: z.string() })).default([]) })
    .default({ headers: [] }),
});

type GmailMessage = z.output<typeof messageShape>;

const PEOPLE = ['from', 'to', 'cc', 'bcc'];
const HEADERS = ['From', 'To', 'Cc', 'Bcc', 'Subject'];
/** Labels of messages that were neither sent nor received. */
export const LEFT_OUT = ['DRAFT', 'CHAT', 'SPAM', 'TRASH'];

export interface GmailServices {
  base: string;
  cache: MemoryCache<EmailMessage | undefined>;
}

/** The account's emails, newest first, from a position on. */
export function gmailSource(
  call: AccountCall,
  { base, cache }: GmailServices,
  query: MailQuery,
  position: MailPosition,
  pageSize: number,
): MailSource {
  let ids: string[] = [];
  let pageToken: string | undefined;
  let listed = false;
  const again = loopGuard(call.account);
  return { next, ordered: 'by time' };

  async function next(count: number) {
    if (ids.length === 0) await list();
    const some = ids.splice(0, count);
    const messages = await Promise.all(some.map(read));
    const found = messages.flatMap((message): PositionedMessage[] =>
      message && matchesMailQuery(message, query) ? [{ message, position: positionAfter(message) }] : [],
    );
    return { found, more: ids.length > 0 || !listed || pageToken !== undefined };
  }

  async function list(): Promise<void> {
    const page = readShape(
      call.account,
      listShape,
      await call.send({
        url: `${base}/messages`,
        units: LIST_UNITS,
        query: {
          q: searchText(query, position) || undefined,
          labelIds: query.folder === 'inbox' ? 'INBOX' : undefined,
          maxResults: Math.min(pageSize, MAX_PER_PAGE),
          pageToken,
        },
      }),
    );
    listed = true;
    ids = page.messages.map(({ id }) => id);
    pageToken = page.nextPageToken;
    if (pageToken !== undefined) again.refuse(pageToken);
  }

  async function read(id: string): Promise<EmailMessage | undefined> {
    const known = cache.get(`${call.account.id} ${id}`);
    if (known) return known.value;
    const message = await fetchMessage(id);
    cache.set(`${call.account.id} ${id}`, message);
    return message;
  }

  async function fetchMessage(id: string): Promise<EmailMessage | undefined> {
    try {
      const json = await call.send({
        url: `${base}/messages/${segment(call.account, id)}`,
        units: GET_UNITS,
        query: { format: 'metadata', metadataHeaders: HEADERS },
      });
      const message = readShape(call.account, messageShape, json);
      return message.labelIds.some((label) => LEFT_OUT.includes(label))
        ? undefined
        : mapMessage(message, call.account.email);
    } catch (error) {
      // Deleted after the list was read.
      if (failureReasonOf(error) === 'not_found') return undefined;
      throw error;
    }
  }
}

/**
 * Builds Gmail's query. Dates are epoch seconds because days would be in Pacific time. The bounds are a second too
 * wide, and kith filters the result exactly.
 */
function searchText({ words, addresses, range }: MailQuery, position: MailPosition): string {
  const before = Math.min(
    typeof position === 'object' && 'after' in position ? Math.floor(position.after[0] / 1000) + 1 : Infinity,
    range.end === undefined ? Infinity : Math.ceil(Date.parse(range.end) / 1000),
  );
  return [
    ...words.map((word) => `"${word}"`),
    ...(addresses ? [`{${addresses.flatMap((one) => PEOPLE.map((who) => `${who}:${one}`)).join(' ')}}`] : []),
    ...(range.start === undefined ? [] : [`after:${Math.floor(Date.parse(range.start) / 1000) - 1}`]),
    ...(before === Infinity ? [] : [`before:${before}`]),
  ].join(' ');
}

function mapMessage({ id, threadId, snippet, internalDate, payload }: GmailMessage, account: string): EmailMessage {
  const header = (name: string) => payload.headers.find((one) => one.name.toLowerCase() === name)?.value ?? '';
  const from = parseAddresses(header('from'));
  return {
    providerId: id,
    threadId,
    type: 'EMAIL',
    subjectOrTitle: decodeHeader(header('subject')).trim(),
    snippet: decodeEntities(snippet) || null,
    dateTime: new Date(internalDate).toISOString(),
    from: from[0] ?? null,
    participants: distinctPeople(PEOPLE.flatMap((who) => parseAddresses(header(who)))),
    providerLink: `https://mail.google.com/mail/?authuser=${encodeURIComponent(account)}#all/${threadId ?? id}`,
    email: account,
    provider: 'GOOGLE',
  };
}

interface Part {
  mimeType?: string | undefined;
  headers?: { name: string; value: string }[] | undefined;
  body?: { data?: string | undefined } | undefined;
  parts?: Part[] | undefined;
}

const partShape: z.ZodType<Part> = z.lazy(() =>
  z.object({
    mimeType: z.string().optional(),
    headers: z.array(z.object({ name: z.string(), value: z.string() })).optional(),
    body: z.object({ data: z.string().optional() }).optional(),
    parts: z.array(partShape).optional(),
  }),
);

/** Returns one message with its text, plain if available, otherwise HTML. Throws a `failure`. */
export async function gmailMessage(call: AccountCall, base: string, id: string) {
  const url = `${base}/messages/${segment(call.account, id)}`;
  const json = await call.send({ url, units: GET_UNITS, query: { format: 'full' } }).catch((error) => {
    // Gmail rejects a malformed id. No message has it.
    throw failureReasonOf(error) === 'refused' ? providerFailure(call.account, 'not_found') : error;
  });
  const message = readShape(call.account, messageShape, json);
  const { payload } = readShape(call.account, z.object({ payload: partShape.default({}) }), json);
  const texts = partsOf(payload);
  const text =
    texts.find(({ mimeType }) => mimeType === 'text/plain') ?? texts.find(({ mimeType }) => mimeType === 'text/html');
  return { email: mapMessage(message, call.account.email), text: text ? textOf(text) : null };
}

/** Parts with content, in order. Parts of an attached message belong to another text and are skipped. */
const partsOf = (part: Part): Part[] =>
  part.mimeType === 'message/rfc822'
    ? []
    : [...(part.body?.data ? [part] : []), ...(part.parts ?? []).flatMap(partsOf)];

function textOf({ headers, body }: Part): string {
  const type = headers?.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? '';
  const charset = /charset="?([^\s";]+)/i.exec(type)?.[1];
  const bytes = Buffer.from(body?.data ?? '', 'base64url');
  return decode(bytes, charset) ?? decode(bytes) ?? '';
}
