import * as z from 'zod';
import type { MailPosition } from '../content/email-cursor.ts';
import type { EmailMessage, EmailPerson } from '../content/items.ts';
import { distinctPeople, webLink } from '../content/items.ts';
import {
  type MailQuery,
  type MailSource,
  matchesMailQuery,
  type PositionedMessage,
  positionAfter,
} from '../content/mail.ts';
import { checkedLink, loopGuard, type MemoryCache, readRows, readShape, segment } from '../requests/answers.ts';
import type { AccountCall } from '../requests/call.ts';
import { failureReasonOf, providerFailure } from '../requests/failures.ts';

const FIELDS =
  'id,conversationId,subject,bodyPreview,receivedDateTime,from,sender,toRecipients,ccRecipients,bccRecipients,webLink,parentFolderId,isDraft';
/** Requests ids that stay the same when a message is moved to another folder. */
export const GRAPH_HEADERS = { prefer: 'IdType="ImmutableId"' };
const MAX_PER_PAGE = 200;
/** Graph returns at most this many search results. */
const MAX_FOUND = 1_000;

export const recipient = z.object({
  emailAddress: z.object({ address: z.string().nullish(), name: z.string().nullish() }).nullish(),
});
const messageShape = z.object({
  id: z.string(),
  conversationId: z.string().nullish(),
  subject: z.string().nullish(),
  bodyPreview: z.string().nullish(),
  receivedDateTime: z.string().refine((value) => !Number.isNaN(Date.parse(value))),
  from: recipient.nullish(),
  sender: recipient.nullish(),
  toRecipients: z.array(recipient).nullish(),
  ccRecipients: z.array(recipient).nullish(),
  bccRecipients: z.array(recipient).nullish(),
  webLink: z.string().nullish(),
  parentFolderId: z.string().nullish(),
  isDraft: z.boolean().nullish(),
});
type GraphMessage = z.output<typeof messageShape>;
export const pageShape = z.object({ value: z.array(z.unknown()), '@odata.nextLink': z.string().optional() });

export interface GraphServices {
  base: string;
  /** Ids of the folders for deleted messages, by account. */
  thrownAway: MemoryCache<string[]>;
}

/** The account's emails, newest first, from a position on. Search results come in Graph's order, by sent time. */
export function graphMailSource(
  call: AccountCall,
  services: GraphServices,
  query: MailQuery,
  position: MailPosition,
  pageSize: number,
): MailSource {
  const searches = query.words.length > 0 || query.addresses !== undefined;
  const folder = query.folder === 'inbox' ? '/mailFolders/inbox/messages' : '/messages';
  const first = { url: `${services.base}${folder}`, query: options(query, position, searches, pageSize) };
  // A search continues at the provider's link, after `skip` rows of its page. An empty link is the first page.
  let link = typeof position === 'object' && 'link' in position ? position.link : '';
  let skip = typeof position === 'object' && 'link' in position ? position.skip : 0;
  let before = typeof position === 'object' && 'link' in position ? (position.before ?? 0) : 0;
  let ended = false;
  const again = loopGuard(call.account);
  return { next, ordered: searches ? 'as given' : 'by time' };

  async function next() {
    if (ended) return { found: [], more: false };
    const at = link;
    const request = at === '' ? first : { url: checkedLink(call.account, services.base, at) };
    const [page, thrownAway] = await Promise.all([
      call.send({ ...request, headers: GRAPH_HEADERS }).then((json) => readShape(call.account, pageShape, json)),
      query.folder === 'all' ? deletedAndJunkFolders(call, services) : Promise.resolve<string[]>([]),
    ]);
    const following = page['@odata.nextLink'];
    if (following !== undefined) again.refuse(checkedLink(call.account, services.base, following));
    ended = following === undefined;
    const rows = page.value.map((row) => readRows(messageShape, [row])[0]);
    const found = rows.flatMap((row, index): PositionedMessage[] => {
      if (!row || row.isDraft || index < skip || thrownAway.includes(row.parentFolderId ?? '')) return [];
      const message = mapMessage(row, call.account.email);
      const place: MailPosition = searches ? { link: at, skip: index + 1, before } : positionAfter(message);
      return matchesMailQuery(message, query) ? [{ message, position: place }] : [];
    });
    link = following ?? '';
    skip = 0;
    before += rows.length;
    const cut =
      searches && ended && before >= MAX_FOUND ? (`truncated(search_limit=${MAX_FOUND})` as const) : undefined;
    return { found, more: !ended, cut };
  }
}

function options(query: MailQuery, position: MailPosition, searches: boolean, pageSize: number) {
  const page = { $select: FIELDS, $top: Math.min(pageSize, MAX_PER_PAGE) };
  // $search cannot be combined with $filter or $orderby.
  if (searches) return { ...page, $search: `"${searchText(query)}"` };
  const { start, end } = query.range;
  const from =
    typeof position === 'object' && 'after' in position ? new Date(position.after[0]).toISOString() : undefined;
  const bounds = [
    ...(from === undefined ? [] : [`receivedDateTime le ${from}`]),
    ...(end === undefined ? [] : [`receivedDateTime lt ${end}`]),
    ...(start === undefined ? [] : [`receivedDateTime ge ${start}`]),
  ];
  return { ...page, ...(bounds.length > 0 && { $filter: bounds.join(' and ') }), $orderby: 'receivedDateTime desc' };
}

const DAY_MS = 86_400_000;
const dayOf = (instant: string, by: number) => new Date(Date.parse(instant) + by).toISOString().slice(0, 10);

/**
 * KQL within the quotes of $search. Its dates are days, so the range is extended by a day and kith filters the result
 * exactly.
 */
function searchText({ words, addresses, range }: MailQuery): string {
  const quoted = (text: string) => `\\"${text}\\"`;
  return [
    ...words.map(quoted),
    ...(addresses ? [`(${addresses.map((one) => `participants:${quoted(one)}`).join(' OR ')})`] : []),
    ...(range.start === undefined ? [] : [`received>=${dayOf(range.start, -DAY_MS)}`]),
    ...(range.end === undefined ? [] : [`received<=${dayOf(range.end, DAY_MS)}`]),
  ].join(' AND ');
}

const shapeOfFolder = z.object({ id: z.string() });

/** Junk and deleted folders, because `/messages` includes them. */
export async function deletedAndJunkFolders(call: AccountCall, { base, thrownAway }: GraphServices): Promise<string[]> {
  const known = thrownAway.get(call.account.id);
  if (known) return known.value;
  const ids = await Promise.all(
    ['junkemail', 'deleteditems'].map(async (name) => {
      try {
        const json = await call.send({
          url: `${base}/mailFolders/${name}`,
          query: { $select: 'id' },
          headers: GRAPH_HEADERS,
        });
        return [readShape(call.account, shapeOfFolder, json).id];
      } catch (error) {
        if (failureReasonOf(error) === 'not_found') return [];
        throw error;
      }
    }),
  );
  thrownAway.set(call.account.id, ids.flat());
  return ids.flat();
}

export function personFrom(value: z.output<typeof recipient> | null | undefined): EmailPerson[] {
  const { address, name } = value?.emailAddress ?? {};
  if (!address?.includes('@')) return [];
  return [{ email: address.toLowerCase(), name: name && name !== address ? name : null }];
}

function mapMessage(message: GraphMessage, account: string): EmailMessage {
  // The author and, if different, the actual sender.
  const authors = [message.from, message.sender].flatMap(personFrom);
  const { toRecipients, ccRecipients, bccRecipients } = message;
  const others = [toRecipients, ccRecipients, bccRecipients].flatMap((some) => some ?? []).flatMap(personFrom);
  return {
    providerId: message.id,
    threadId: message.conversationId ?? null,
    type: 'EMAIL',
    subjectOrTitle: message.subject ?? '',
    snippet: message.bodyPreview || null,
    dateTime: new Date(message.receivedDateTime).toISOString(),
    from: authors[0] ?? null,
    participants: distinctPeople([...authors, ...others]),
    providerLink: webLink(message.webLink),
    email: account,
    provider: 'OFFICE365',
  };
}

const bodyShape = z.object({ body: z.object({ content: z.string().nullish() }).nullish() });

/** Returns one message with its text. Throws a `failure`. */
export async function graphMessage(call: AccountCall, base: string, id: string) {
  const headers = { prefer: `${GRAPH_HEADERS.prefer}, outlook.body-content-type="text"` };
  const request = {
    url: `${base}/messages/${segment(call.account, id)}`,
    query: { $select: `${FIELDS},body` },
    headers,
  };
  const json = await call.send(request).catch((error) => {
    // Graph rejects a malformed id. No message has it.
    throw failureReasonOf(error) === 'refused' ? providerFailure(call.account, 'not_found') : error;
  });
  const { body } = readShape(call.account, bodyShape, json);
  return {
    email: mapMessage(readShape(call.account, messageShape, json), call.account.email),
    text: body?.content || null,
  };
}
