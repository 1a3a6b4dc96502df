import type { PersonCard } from '../../shared/cards/address-book.ts';
import type { CardFields } from '../../shared/cards/fields.ts';
import type { CardLink } from '../../shared/cards/link.ts';
import { KithError } from '../../shared/error.ts';
import { chunked } from '../../shared/lists.ts';
import type { SyncCodec } from './codec.ts';
import type { ContactMatcher, LocalBook } from './local-book.ts';
import type { RemoteBook, WriteOutcome } from './remote-book.ts';
import type { BookSyncReport, ReportEntry } from './report.ts';

/** Options of an address book sync. */
export interface BookSyncOptions {
  /** Basis for deriving the names of local cards, which stay the same for the same remote card. */
  bookId: string;
  remote: RemoteBook;
  codec: SyncCodec;
  kith: LocalBook;
  /** If false, nothing is ever written to the server. */
  bothWays: boolean;
  /** Whether new contacts are added to this address book. */
  takesNew: boolean;
  /** Whether the user has confirmed any number of deletions. */
  mayDelete?: boolean | undefined;
  /** Reports what a run would do without writing. */
  dryRun?: boolean | undefined;
  signal?: AbortSignal | undefined;
  now?: (() => Date) | undefined;
  onProgress?: ((done: number, total: number) => void) | undefined;
}

/** A run in progress. */
export interface SyncSession extends BookSyncOptions {
  report: BookSyncReport;
  byHref: Map<string, CardLink>;
  byName: Map<string, CardLink>;
  /** Paths of deleted remote cards. */
  deletedRemotely: Set<string>;
  /** Whether something is unfinished, so that the next run looks at it again. */
  isLeft: boolean;
  failuresInRow: number;
  unlinked?: Promise<UnlinkedContacts>;
}

/** Local contacts without a link, for matching. */
export interface UnlinkedContacts {
  matcher: ContactMatcher;
  titles: Map<string, string>;
  byUid: Map<string, string>;
}

export const titleOf = ({ full_name, first_name, last_name, company, emails, phones }: CardFields): string =>
  full_name ||
  [first_name, last_name].filter(Boolean).join(' ') ||
  company ||
  emails[0]?.value ||
  phones[0]?.value ||
  '(no name)';

export function addToReport(session: SyncSession, fields: CardFields, what: ReportEntry['what'], more?: string): void {
  session.report.told.push({ name: titleOf(fields), what, ...(more !== undefined && { more }) });
}

/** Records the current version of a link. */
export function rememberLink(session: SyncSession, link: CardLink): void {
  const before = session.byHref.get(link.href);
  if (before && session.byName.get(before.name) === before) session.byName.delete(before.name);
  session.byHref.set(link.href, link);
  if (link.name !== '') session.byName.set(link.name, link);
}

export function forgetLink(session: SyncSession, href: string): void {
  const before = session.byHref.get(href);
  if (before && session.byName.get(before.name) === before) session.byName.delete(before.name);
  session.byHref.delete(href);
}

/** Reads a contact's current card. */
export async function localPerson(
  session: SyncSession,
  name: string,
  withPhoto = false,
): Promise<PersonCard | undefined> {
  const [card] = await session.kith.cards.read([name], withPhoto, true);
  return card?.kind === 'person' ? card : undefined;
}

/** After this many consecutive failures, the server is at fault rather than a card. */
const MAX_FAILURES_IN_ROW = 3;
const MAX_REJECTED_IN_ROW = 20;

const NOBODY: CardFields = { full_name: '(deleted here)', emails: [], phones: [], addresses: [], tags: [] };

/** Runs a write to the server. Rejected cards and single failures are reported, and the result is undefined. */
export async function writeToServer(
  session: SyncSession,
  /** Undefined for a deleted card. */
  fields: CardFields | undefined,
  write: () => Promise<WriteOutcome>,
): Promise<Exclude<WriteOutcome, { outcome: 'rejected' }> | undefined> {
  const failed = (why: string) => {
    session.isLeft = true;
    addToReport(session, fields ?? NOBODY, 'was rejected by the server', why);
    return undefined;
  };
  try {
    const written = await write();
    if (written.outcome === 'rejected') {
      if (++session.failuresInRow >= MAX_REJECTED_IN_ROW) throw everythingRejected(written.status);
      return failed(`status ${written.status}`);
    }
    session.failuresInRow = 0;
    return written;
  } catch (error) {
    const { code, message } = error as KithError;
    if (code !== 'ServiceUnavailable' || ++session.failuresInRow >= MAX_FAILURES_IN_ROW) throw error;
    return failed(message);
  }
}

const everythingRejected = (status: number): KithError =>
  new KithError('Forbidden', `The server rejects all cards (status ${status}).`, {
    hint: 'If this user has read-only access, connect the address book with --read-only.',
  });

const PAGE = 500;

/** All local card names with their change numbers. */
export async function listLocal(session: Pick<SyncSession, 'kith'>): Promise<Map<string, number>> {
  const all = new Map<string, number>();
  for (let after: string | undefined; ; ) {
    const page = await session.kith.cards.list(after, PAGE);
    for (const { name, change } of page) all.set(name, change);
    if (page.length < PAGE) return all;
    after = page.at(-1)!.name;
  }
}

/** Loads unlinked contacts once, on the first unlinked remote card. */
export function unlinkedContacts(session: SyncSession): Promise<UnlinkedContacts> {
  session.unlinked ??= readUnlinked(session);
  return session.unlinked;
}

async function readUnlinked(session: SyncSession): Promise<UnlinkedContacts> {
  const names = [...(await listLocal(session)).keys()].filter((name) => !session.byName.has(name));
  const people: { name: string; fields: CardFields }[] = [];
  const byUid = new Map<string, string>();
  for (const part of chunked(names, PAGE)) {
    for (const card of await session.kith.cards.read(part, false, false)) {
      if (card.kind !== 'person') continue;
      people.push({ name: card.name, fields: card.fields });
      byUid.set(card.uid, card.name);
    }
  }
  const titles = new Map(people.map(({ name, fields }) => [name, titleOf(fields)]));
  return { matcher: await session.kith.matcher(people), titles, byUid };
}
