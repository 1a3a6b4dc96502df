import type { PersonCard } from '../../shared/cards/address-book.ts';
import type { CardLink } from '../../shared/cards/link.ts';
import { chunked } from '../../shared/lists.ts';
import { decoded } from '../client/discover.ts';
import { dryLocal, dryRemote } from './dry-run.ts';
import { deleteRemoteCard, reconcile, type SyncPair } from './pair.ts';
import { pushLocalChanges } from './push.ts';
import type { RemoteCard, RemoteChanges, RemoteEntry } from './remote-book.ts';
import { parseRemote, type RemoteContact } from './remote-contact.ts';
import { type BookSyncReport, emptyReport } from './report.ts';
import { type BookSyncOptions, listLocal, localPerson, rememberLink, type SyncSession } from './session.ts';

/** Number of cards read at once. */
const BATCH_SIZE = 50;

/** Syncs both sides once. Throws a KithError if the server prevents it. */
export async function syncRemoteBook(options: BookSyncOptions): Promise<BookSyncReport> {
  const session = await begin(options);
  try {
    await run(session);
  } catch (error) {
    if (!options.signal?.aborted) throw error;
    session.report.stopped = 'canceled';
  }
  return session.report;
}

async function begin(options: BookSyncOptions): Promise<SyncSession> {
  const links = await options.kith.links();
  const { dryRun, kith, remote } = options;
  return {
    ...options,
    ...(dryRun && { kith: dryLocal(kith), remote: dryRemote(remote) }),
    report: emptyReport(),
    byHref: new Map(links.map((link) => [link.href, link])),
    byName: new Map(links.filter(({ name }) => name !== '').map((link) => [link.name, link])),
    deletedRemotely: new Set(),
    isLeft: false,
    failuresInRow: 0,
  };
}

/** A server may fail to report a change, so everything is listed once a day. */
const WHOLE_MS = 24 * 60 * 60_000;

async function run(session: SyncSession): Promise<void> {
  const { now = () => new Date() } = session;
  const looked = await session.kith.looked();
  const isFresh = looked !== undefined && now().getTime() - Date.parse(looked.wholeAt) < WHOLE_MS;
  const there = await session.remote.changes(isFresh ? looked.remote : undefined);
  const here = await localChanges(session, looked?.change);
  session.report.strange = there.strange;
  session.deletedRemotely = deletedRemotely(session, there);
  const toRead = there.changed.filter(({ href, etag }) => etag === '' || session.byHref.get(href)?.etag !== etag);
  const step = progress(session, toRead.length + session.deletedRemotely.size + here.gone.size + here.changed.size);
  const locallyDeleted: SyncPair[] = [];
  for (const part of chunked(toRead, BATCH_SIZE)) await takePart(session, part, locallyDeleted, step);
  await takeDeletions(session, here.gone, locallyDeleted, step);
  if (session.bothWays) await pushLocalChanges(session, here.changed, step);
  const wholeAt = there.isWhole || !looked ? now().toISOString() : looked.wholeAt;
  const state = { remote: there.state, change: here.upTo, wholeAt };
  if (!session.isLeft) await session.kith.write((writing) => writing.saveLooked(state));
}

function progress({ signal, onProgress }: SyncSession, total: number): () => void {
  let done = 0;
  onProgress?.(done, total);
  return () => {
    onProgress?.(Math.min(++done, total), total);
    signal?.throwIfAborted();
  };
}

/** Paths of deleted remote cards. In a complete listing, every unlisted card is deleted. */
function deletedRemotely({ byHref }: SyncSession, { isWhole, changed, gone }: RemoteChanges): Set<string> {
  if (!isWhole) return new Set(gone.filter((href) => byHref.has(href)));
  const there = new Set(changed.map(({ href }) => href));
  return new Set([...byHref.keys()].filter((href) => !there.has(href)));
}

interface LocalChanges {
  /** Card names with their change numbers. */
  changed: Map<string, number>;
  /** Names of deleted cards that have a link. */
  gone: Set<string>;
  upTo: number;
}

async function localChanges(session: SyncSession, after: number | undefined): Promise<LocalChanges> {
  const { byName, kith } = session;
  const isUnseen = (name: string, change: number) => byName.get(name)?.change !== change;
  const found: LocalChanges = { changed: new Map(), gone: new Set(), upTo: after ?? 0 };
  for (let more = after !== undefined; more; ) {
    const part = await kith.cards.changes(found.upTo, 500);
    if (!part) return allLocalCards(session);
    for (const { name, change } of part.changed) if (isUnseen(name, change)) found.changed.set(name, change);
    for (const name of part.gone) if (byName.has(name)) found.gone.add(name);
    ({ upTo: found.upTo, more } = part);
  }
  return after === undefined ? allLocalCards(session) : found;
}

async function allLocalCards(session: SyncSession): Promise<LocalChanges> {
  const { byName, kith } = session;
  const upTo = await kith.cards.state();
  const there = await listLocal(session);
  const changed = new Map([...there].filter(([name, change]) => byName.get(name)?.change !== change));
  return { changed, gone: new Set([...byName.keys()].filter((name) => !there.has(name))), upTo };
}

/** Handles changed remote cards. Those whose contact was deleted locally are handled with the deletions. */
async function takePart(
  session: SyncSession,
  part: RemoteEntry[],
  locallyDeleted: SyncPair[],
  step: () => void,
): Promise<void> {
  const { cards, unreadable } = await session.remote.read(part.map(({ href }) => href));
  const names = part.flatMap(({ href }) => session.byHref.get(href)?.name || []);
  const read = names.length > 0 ? await session.kith.cards.read(names, false, true) : [];
  const people = new Map(
    read.flatMap((card): [string, PersonCard][] => (card.kind === 'person' ? [[card.name, card]] : [])),
  );
  for (const { href, etag } of part) {
    const card = cards.get(href);
    const there = card && (await readOrSkip(session, card));
    const link = linkedAt(session, href);
    const here = link && people.get(link.name);
    if (there && link && !here) locallyDeleted.push({ link, here, there });
    else if (there) await reconcile(session, { link, here, there });
    else if (unreadable.includes(href)) await skip(session, { href, etag }, 'too large, or rejected by the server');
    // The card was deleted after the listing. The next run handles it.
    else if (!card) session.isLeft = true;
    step();
  }
}

const linkedAt = ({ byHref }: SyncSession, href: string): CardLink | undefined => {
  const link = byHref.get(href);
  return link?.name ? link : undefined;
};

/** Returns a person's card. Groups are ignored, and unreadable cards are reported. */
async function readOrSkip(session: SyncSession, card: RemoteCard): Promise<RemoteContact | undefined> {
  const there = parseRemote(session, card);
  if ('person' in there) return there;
  if ('isGroup' in there) session.report.groups++;
  await skip(session, card, 'trouble' in there ? there.trouble : undefined);
  return undefined;
}

/** Ignores a card until it changes. A contact linked to it stays as it was. */
async function skip(session: SyncSession, { href, etag }: RemoteEntry, why?: string): Promise<void> {
  if (why !== undefined) {
    const name = decoded(href.split('/').at(-1)!);
    session.report.told.push({ name, what: 'could not be read on the server', more: why });
  }
  if (linkedAt(session, href)) return;
  const link = { href, etag, uid: '', name: '', change: 0, here: {}, there: {} };
  await session.kith.write((writing) => writing.saveLink({ ...link, text: '' }));
  rememberLink(session, link);
}

/** More than ten and more than a third: protects one side from a wrongly empty listing of the other. */
const isTooMany = (count: number, all: number): boolean => count > 10 && count > all / 3;

async function takeDeletions(
  session: SyncSession,
  goneHere: Set<string>,
  edited: SyncPair[],
  step: () => void,
): Promise<void> {
  const { byName, byHref, bothWays, report } = session;
  const here = [...session.deletedRemotely].flatMap((href) => byHref.get(href) ?? []);
  const there = [...goneHere]
    .flatMap((name) => byName.get(name) ?? [])
    .filter(({ href }) => !session.deletedRemotely.has(href));
  const counts = {
    here: here.filter(({ name }) => name !== '' && !goneHere.has(name)).length,
    there: bothWays ? there.length : 0,
  };
  if (!session.mayDelete && (isTooMany(counts.here, byName.size) || isTooMany(counts.there, byName.size))) {
    report.waiting = counts;
    session.isLeft = true;
    return;
  }
  for (const link of here) {
    const person = link.name === '' ? undefined : await localPerson(session, link.name);
    await reconcile(session, { link, here: person, there: undefined });
    step();
  }
  for (const pair of edited) await reconcile(session, pair);
  const settled = new Set(edited.map(({ link }) => link!.href));
  for (const link of there) {
    if (bothWays && !settled.has(link.href)) await deleteRemote(session, link);
    step();
  }
}

/** Deletes the card in its agreed version. If it has changed, reads it first. */
async function deleteRemote(session: SyncSession, link: CardLink): Promise<void> {
  if (await deleteRemoteCard(session, link, link.etag)) return;
  const { cards } = await session.remote.read([link.href]);
  const card = cards.get(link.href);
  const there = card && (await readOrSkip(session, card));
  if (!card || there) await reconcile(session, { link, here: undefined, there });
}
