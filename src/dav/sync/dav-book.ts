import { createHash } from 'node:crypto';
import { KithError } from '../../shared/error.ts';
import type { HttpSource } from '../../shared/http/http-source.ts';
import { chunked } from '../../shared/lists.ts';
import { decoded } from '../client/discover.ts';
import {
  type DavResponse,
  escapeXml,
  isOf,
  type Multistatus,
  property,
  refusesSignIn,
  sendDavRequest,
} from '../client/requests.ts';
import { CARD, DAV } from '../client/xml.ts';
import type { RemoteBook, RemoteCard, RemoteChanges, RemoteState, WriteOutcome } from './remote-book.ts';

/** A server whose listing has more parts or cards is rejected. */
const MAX_PARTS = 400;
const MAX_CARDS = 200_000;
/** Cards per REPORT, so that a response with photos has at most a few megabytes. */
const CARDS_PER_REPORT = 50;
const MAX_CARD_BYTES = 8 * 2 ** 20;

/** An address book on a CardDAV server (RFC 6352). */
export function davBook(source: HttpSource, url: URL): RemoteBook {
  const home = folderOf(url);
  const at = (href: string) => new URL(url.origin + href);

  return {
    changes: (since) => changesOf(source, url, home, since),
    async read(hrefs) {
      const cards = new Map<string, RemoteCard>();
      const unreadable: string[] = [];
      for (const part of chunked(hrefs, CARDS_PER_REPORT)) await readPart(part, cards, unreadable);
      return { cards, unreadable };
    },
    pathFor: (uid) => `${home}${encodeURIComponent(safeName(uid))}.vcf`,
    async put(href, text, etag) {
      const condition = etag === undefined ? { 'if-none-match': '*' } : matching(etag);
      const headers = { 'content-type': 'text/vcard; charset=utf-8', ...condition };
      return writtenBy(await source.send(at(href), { method: 'PUT', headers, body: text }));
    },
    async remove(href, etag) {
      const answer = await source.send(at(href), { method: 'DELETE', headers: matching(etag) });
      if (answer.status === 404 || answer.status === 410) return { outcome: 'written', etag: undefined };
      return writtenBy(answer);
    },
  };

  async function readPart(hrefs: string[], cards: Map<string, RemoteCard>, unreadable: string[]): Promise<void> {
    const answer = await multiget(hrefs).catch((error) => {
      // Together they exceed the response limit. Read one by one, most of them may fit.
      if (isTooLarge(error)) return undefined;
      throw error;
    });
    if (answer?.status !== 207) return readOneByOne(hrefs, cards, unreadable);
    const asked = new Set(hrefs);
    for (const resource of answer.resources) {
      const href = spelled(resource.url);
      const text = property(resource, CARD, 'address-data')?.text;
      // Only requested cards, because a response may contain anything.
      if (text === undefined || !asked.has(href)) continue;
      if (Buffer.byteLength(text) > MAX_CARD_BYTES) unreadable.push(href);
      else cards.set(href, { href, etag: etagOf(resource), text });
    }
  }

  function multiget(hrefs: string[]): Promise<Multistatus> {
    const named = hrefs.map((href) => `<d:href>${escapeXml(href)}</d:href>`).join('');
    const body = `<c:addressbook-multiget xmlns:d="${DAV}" xmlns:c="${CARD}"><d:prop><d:getetag/><c:address-data/></d:prop>${named}</c:addressbook-multiget>`;
    return sendDavRequest(source, 'REPORT', url, 1, body);
  }

  /** Fallback for servers without multiget, and for large cards. */
  async function readOneByOne(hrefs: string[], cards: Map<string, RemoteCard>, unreadable: string[]): Promise<void> {
    for (const href of hrefs) {
      const answer = await source.send(at(href), { headers: { accept: 'text/vcard' } }).catch((error) => {
        if (isTooLarge(error)) return undefined;
        throw error;
      });
      if (answer?.status === 401) throw refusesSignIn(url);
      if (answer?.status === 404 || answer?.status === 410) continue;
      if (answer?.status !== 200 || answer.bytes.length > MAX_CARD_BYTES) unreadable.push(href);
      else cards.set(href, { href, etag: answer.header('etag') ?? '', text: answer.text });
    }
  }

  function writtenBy(answer: { status: number; header(name: string): string | undefined }): WriteOutcome {
    const { status } = answer;
    if (status === 401) throw refusesSignIn(url);
    if (status >= 200 && status < 300) return { outcome: 'written', etag: answer.header('etag') };
    // 404 and 410: the card that the ETag belongs to was deleted.
    if (status === 412 || status === 404 || status === 410) return { outcome: 'refused' };
    return { outcome: 'rejected', status };
  }
}

async function changesOf(
  source: HttpSource,
  url: URL,
  home: string,
  since: RemoteState | undefined,
): Promise<RemoteChanges> {
  const entries = new Map<string, string | undefined>();
  let strange = 0;
  const take = (resources: DavResponse[]) => {
    for (const resource of resources) {
      const href = spelled(resource.url);
      if (isOf(resource, DAV, 'collection') || href === home || `${href}/` === home) continue;
      if (isInside(home, href)) entries.set(href, resource.status === 404 ? undefined : etagOf(resource));
      else strange++;
    }
    if (entries.size > MAX_CARDS) throw tooMuch(url, `lists more than ${MAX_CARDS} cards`);
  };
  const found = (isWhole: boolean, state: RemoteState): RemoteChanges => {
    const changed = [...entries].flatMap(([href, etag]) => (etag === undefined ? [] : [{ href, etag }]));
    const gone = [...entries].flatMap(([href, etag]) => (etag === undefined ? [href] : []));
    return { changed, gone: isWhole ? [] : gone, isWhole, state, strange };
  };

  const token = since?.token;
  const synced = (await bySync(token)) ?? (token === undefined ? undefined : await bySync(undefined));
  return synced ?? (await byList());

  /** Lists changes with RFC 6578. Undefined if the server does not support it or no longer knows the token. */
  async function bySync(from: string | undefined): Promise<RemoteChanges | undefined> {
    entries.clear();
    let after = from ?? '';
    for (let parts = 0; parts < MAX_PARTS; parts++) {
      const answer = await sendDavRequest(source, 'REPORT', url, 0, syncCollection(after));
      if (answer.status !== 207 || answer.syncToken === undefined) return undefined;
      take(answer.resources);
      // A 507 for the collection itself means that the rest follows after this token (RFC 6578, 3.6).
      if (!answer.resources.some(({ status }) => status === 507))
        return found(from === undefined, { token: answer.syncToken });
      if (answer.syncToken === after) break;
      after = answer.syncToken;
    }
    throw tooMuch(url, 'sends an endless listing');
  }

  /** Compares the collection's CTag, then lists the ETags of all cards. */
  async function byList(): Promise<RemoteChanges> {
    entries.clear();
    const about = await sendDavRequest(source, 'PROPFIND', url, 0, CTAG);
    const ctag = property(about.resources[0], SERVER, 'getctag')?.text.trim() || undefined;
    if (ctag !== undefined && ctag === since?.ctag) return found(false, { ctag });
    const answer = await sendDavRequest(source, 'PROPFIND', url, 1, ETAGS);
    if (answer.status !== 207) {
      throw new KithError(
        answer.status === 404 ? 'NotFound' : answer.status === 403 ? 'Forbidden' : 'ServiceUnavailable',
        `Could not list the address book at ${url.host} (status ${answer.status}).`,
      );
    }
    take(answer.resources);
    return found(true, { ctag });
  }
}

const SERVER = 'http://calendarserver.org/ns/';
const CTAG = `<d:propfind xmlns:d="${DAV}" xmlns:s="${SERVER}"><d:prop><s:getctag/></d:prop></d:propfind>`;
const ETAGS = `<d:propfind xmlns:d="${DAV}"><d:prop><d:resourcetype/><d:getetag/></d:prop></d:propfind>`;

const syncCollection = (token: string): string =>
  `<d:sync-collection xmlns:d="${DAV}"><d:sync-token>${escapeXml(token)}</d:sync-token><d:sync-level>1</d:sync-level><d:prop><d:resourcetype/><d:getetag/></d:prop></d:sync-collection>`;

const tooMuch = (url: URL, what: string): KithError => new KithError('BadRequest', `${url.host} ${what}.`);

const etagOf = (resource: DavResponse): string => property(resource, DAV, 'getetag')?.text.trim() ?? '';

/**
 * A weak ETag never matches (RFC 9110, 8.8.3.2), but servers that compress a response turn strong ETags into weak ones.
 */
const matching = (etag: string): Record<string, string> => ({ 'if-match': etag.replace(/^W\//, '') || '*' });

/** Normalizes a path's escapes, because servers write `@` in two ways. */
const spelled = ({ pathname }: URL): string =>
  pathname
    .split('/')
    .map((part) => encodeURIComponent(decoded(part)).replaceAll('%40', '@').replaceAll('%3A', ':'))
    .join('/');

const folderOf = (url: URL): string => spelled(url).replace(/\/*$/, '/');

const isInside = (home: string, href: string): boolean =>
  href.startsWith(home) && href.length > home.length && !href.slice(home.length).includes('/');

/** Uses a short and simple UID as is, and the hash of any other. */
const safeName = (uid: string): string =>
  /^[\w-]{1,64}$/.test(uid) ? uid : createHash('sha256').update(uid).digest('hex').slice(0, 32);

const isTooLarge = (error: unknown): boolean => {
  const { code, cause } = error as { code?: string; cause?: unknown };
  return code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE' || (cause !== undefined && isTooLarge(cause));
};
