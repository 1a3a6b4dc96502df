import { parseAddresses } from '../../../src/providers/content/mail-headers.ts';
import { plainText } from '../../../src/shared/html/plain-text.ts';
import type { FakeAccount, FakeMessage } from './data.ts';
import type { Reply } from './fake-providers.ts';
import type { SeenRequest } from './faults.ts';
import { bad, missing, nextLink } from './graph-replies.ts';

// Graph's mail, as far as kith uses it.

const FOLDERS = { junk: 'folder junkemail', deleted: 'folder deleteditems' } as Record<string, string>;

export function listMessages(
  account: FakeAccount,
  { path, query }: SeenRequest,
  origin: string,
  pageLimit = 1000,
): Reply {
  const [search, filter, order] = ['$search', '$filter', '$orderby'].map((name) => query.get(name));
  const top = Number(query.get('$top') ?? 10);
  if (top < 1 || top > 1000) return bad('ErrorInvalidParameter');
  if (!query.get('$select')) return bad('a page of whole messages');
  if (search && (filter || order)) return bad('SearchWithFilterOrOrderBy');
  if (filter && order && !filter.startsWith(order.split(' ')[0]!)) return bad('InefficientFilter');
  const found = account.messages
    .filter(({ folder }) => !path.includes('/inbox/') || folder === 'inbox')
    .filter(({ folder }) => !path.includes('/sentitems/') || folder === 'sent')
    .filter((message) => (search ? fitsSearch(message, search) : fitsFilter(message, filter ?? '')))
    .sort((a, b) => (search ? b.sent - a.sent : b.time - a.time) || (a.id > b.id ? -1 : 1))
    .slice(0, search ? 1000 : undefined);
  const offset = Number(query.get('$skiptoken') ?? 0);
  const size = Math.min(top, pageLimit);
  const page = found.slice(offset, offset + size);
  return {
    json: {
      value: page.map(graphMessage),
      ...nextLink(found.length > offset + size, origin, path, query, offset + size),
    },
  };
}

export function oneMessage({ messages }: FakeAccount, id: string): Reply {
  const message = messages.find((one) => one.id === id);
  if (!message) return missing;
  const { plain, html } = message.text ?? {};
  const content = plain ?? (html && plainText(html)) ?? '';
  return { json: { ...graphMessage(message), body: { contentType: 'text', content } } };
}

function fitsFilter({ time }: FakeMessage, filter: string): boolean {
  return filter
    .split(' and ')
    .filter(Boolean)
    .every((part) => {
      const [, operator, value = ''] = /^receivedDateTime (le|lt|ge) (\S+)$/.exec(part) ?? [];
      if (!operator) throw new Error(`a filter that kith should not send: ${part}`);
      const bound = Date.parse(value);
      return operator === 'le' ? time <= bound : operator === 'lt' ? time < bound : time >= bound;
    });
}

/** KQL: quoted words are text, dates are days. The whole query is quoted, with inner quotes escaped. */
function fitsSearch(message: FakeMessage, search: string): boolean {
  const inner = /^"(.*)"$/s.exec(search)?.[1];
  if (inner === undefined || /(?<!\\)"/.test(inner)) throw new Error(`quotes that are not escaped: ${search}`);
  const all = [message.subject, message.snippet, message.from].join(' ').toLowerCase();
  const people = [message.from, message.to, message.cc, message.bcc].join(' ').toLowerCase();
  return inner
    .replaceAll('\\"', '"')
    .split(' AND ')
    .every((part) => {
      const day = new Date(message.time).toISOString().slice(0, 10);
      if (part.startsWith('received>=')) return day >= part.slice(10);
      if (part.startsWith('received<=')) return day <= part.slice(10);
      if (part.startsWith('('))
        return [...part.matchAll(/participants:"([^"]*)"/g)].some(([, one]) => people.includes(one!));
      const word = /^"([^"]*)"$/.exec(part)?.[1];
      if (word === undefined) throw new Error(`a term that kith should not send: ${part}`);
      return all.includes(word.toLowerCase());
    });
}

const recipient = ({ email, name }: { email: string; name: string | null }) => ({
  emailAddress: { address: email, name: name ?? email },
});

function graphMessage(message: FakeMessage) {
  const [, name, address] = /^(?:(.*) )?<?([^<>]+)>?$/.exec(message.from) ?? [];
  return {
    id: message.id,
    conversationId: message.thread ?? `c${message.id}`,
    subject: message.subject,
    bodyPreview: message.snippet,
    receivedDateTime: new Date(message.time).toISOString(),
    from: { emailAddress: { address, name: name ?? address } },
    toRecipients: parseAddresses(message.to).map(recipient),
    ccRecipients: parseAddresses(message.cc ?? '').map(recipient),
    bccRecipients: parseAddresses(message.bcc ?? '').map(recipient),
    webLink: `https://outlook.office365.com/owa/?ItemID=${message.id}`,
    parentFolderId: FOLDERS[message.folder] ?? 'folder other',
    internetMessageHeaders: Object.entries(message.headers ?? {}).map(([name, value]) => ({ name, value })),
    isDraft: message.folder === 'drafts',
  };
}
