import { derivedKey } from '../../client/derived-key.ts';
import type { PersonCard, ReceivedPerson } from '../../shared/cards/address-book.ts';
import { digestOf } from '../../shared/cards/digest.ts';
import type { CardLink } from '../../shared/cards/link.ts';
import { applyChanges, type CardChanges, type CardConflict } from '../../shared/cards/merge-card.ts';
import type { FullLink, LocalWriter } from './local-book.ts';
import { CARD_FIELDS, isUnchanged, mergeFields, remoteFields } from './reconcile.ts';
import { fetchRemote, type RemoteContact, writeRemote } from './remote-contact.ts';
import {
  addToReport,
  forgetLink,
  localPerson,
  rememberLink,
  type SyncSession,
  unlinkedContacts,
  writeToServer,
} from './session.ts';

// Syncs one contact with its remote card. The remote side is written first. The local side is written together with the
// link. After an interruption, the next run finds both sides and reaches the same result.

export interface SyncPair {
  link: CardLink | undefined;
  here: PersonCard | undefined;
  there: RemoteContact | undefined;
}

const MAX_TRIES = 5;

/** Makes both sides equal. Reads them again if one changes in the meantime. */
export async function reconcile(session: SyncSession, pair: SyncPair): Promise<void> {
  const { link } = pair;
  let { here, there } = pair;
  const [name, href] = [link?.name ?? here?.name, there?.href ?? link?.href];
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    if (await settle(session, { link, here, there })) return;
    if (name !== undefined) here = await localPerson(session, name);
    if (href === undefined) continue;
    const now = await fetchRemote(session, href);
    if (now === 'unreadable') break;
    there = now;
  }
  session.isLeft = true;
}

/** False if one side has changed. */
function settle(session: SyncSession, { link, here, there }: SyncPair): Promise<boolean> {
  if (here && there) return settleBoth(session, link, here, there);
  if (here) return link ? afterRemoteDeletion(session, link, here) : createRemote(session, here);
  if (there) return link ? afterLocalDeletion(session, link, there) : takeRemote(session, there);
  return link ? dropLink(session, link.href) : Promise.resolve(true);
}

async function settleBoth(
  session: SyncSession,
  link: CardLink | undefined,
  here: PersonCard,
  there: RemoteContact,
): Promise<boolean> {
  const { bothWays, report } = session;
  const { fields, changes, conflicts } = mergeFields(link, here, there.person, { bothWays });
  const said = bothWays ? remoteFields(link, fields, there.person.fields) : undefined;
  let kept: CardLink | undefined;
  if (said) {
    // The remote values that lose are overwritten, so they are saved first.
    if (conflicts.length > 0) await session.kith.write((writing) => writing.saveConflicts(here.name, conflicts));
    const put = await writeRemote(session, here, { fields, said }, { ...there, ...there.person, person: there.person });
    if (put === 'refused') return false;
    if (put) report.there.changed++;
    const after = { there: put ?? there, changes: { ...changes, ...put?.echo }, isTaken: put !== undefined };
    kept = await keepBoth(session, link, here, after);
  } else kept = await keepBoth(session, link, here, { there, changes, isTaken: true, conflicts });
  if (!kept) return false;
  report.conflicts += conflicts.length;
  for (const conflict of conflicts) addToReport(session, fields, 'changed on both sides', lossInWords(conflict));
  if (!link) report.joined++;
  return true;
}

const lossInWords = ({ field, kept, lost }: CardConflict): string =>
  `${field.replaceAll('_', ' ')}: ${kept ?? 'nothing'} was kept, not ${lost ?? 'nothing'}`;

interface WrittenState {
  there: RemoteContact;
  /** Changes to make locally. */
  changes: CardChanges;
  /** Whether the server accepted the changes. */
  isTaken: boolean;
  conflicts?: CardConflict[];
}

/** Saves the merged contact and its link locally. Undefined if the contact has changed. */
async function keepBoth(
  session: SyncSession,
  link: CardLink | undefined,
  here: PersonCard,
  { there, changes, isTaken, conflicts = [] }: WrittenState,
): Promise<CardLink | undefined> {
  const isChange = Object.keys(changes).length > 0;
  const kept = await session.kith.write(async (writing) => {
    const card = isChange ? await writeLocal(writing, here, changes, there.person) : here;
    if (!card) return undefined;
    if (conflicts.length > 0) await writing.saveConflicts(here.name, conflicts);
    if (link && link.href !== there.href) await writing.dropLink(link.href);
    return save(writing, linkOf(there, card, isTaken));
  });
  if (!kept) return undefined;
  if (link) forgetLink(session, link.href);
  rememberLink(session, kept);
  if (isChange) session.report.here.changed++;
  return kept;
}

/**
 * If the server rejected the card, it is written again next time: the link then records the server's content as last
 * agreed.
 */
function linkOf(there: RemoteContact, here: PersonCard, isTaken: boolean): FullLink {
  const { href, etag, person } = there;
  const said = digestOf(person.fields);
  const now = isTaken ? { change: here.change, here: digestOf(here.fields) } : { change: 0, here: said };
  return { href, etag, uid: person.uid, name: here.name, there: said, text: person.text, ...now };
}

async function save(writing: LocalWriter, link: FullLink): Promise<CardLink> {
  await writing.saveLink(link);
  const { text: _, ...kept } = link;
  return kept;
}

/** Returns the updated contact, or undefined if it has changed in the meantime. */
async function writeLocal(
  writing: LocalWriter,
  here: PersonCard,
  changes: CardChanges,
  { photo, fields: said, text }: ReceivedPerson,
): Promise<PersonCard | undefined> {
  const fields = applyChanges(here.fields, changes);
  const isTheirPhoto = photo !== undefined && fields.photo === said.photo;
  const { outcome } = await writing.cards.put(
    here.name,
    {
      ...{ kind: 'person', uid: here.uid, fields, present: [...CARD_FIELDS], text: here.text ?? text },
      ...(isTheirPhoto && { photo }),
    },
    { ifMatch: [here.change] },
  );
  return outcome === 'changed' ? readBack(writing, here.name) : undefined;
}

/** Reads the card back, because kith may have stored less than it was given. */
async function readBack(writing: LocalWriter, name: string): Promise<PersonCard> {
  const [card] = await writing.cards.read([name], false, true);
  if (card?.kind !== 'person') throw new Error(`the card ${name} is missing after it was written`);
  return card;
}

/** Writes a local change to the server without reading the remote card first. */
export async function pushChange(session: SyncSession, link: CardLink, here: PersonCard): Promise<void> {
  const { href, uid, etag } = link;
  // If kith could not store the remote picture, the remote card must be read to preserve it.
  const isQuick = !(link.there.photo && !link.here.photo) && link.change !== 0 && etag !== '';
  if (isQuick) {
    const [both, text] = [{ fields: here.fields, said: here.fields }, await session.kith.text(href)];
    const put = await writeRemote(session, here, both, { href, etag, uid, text });
    if (put === undefined) return;
    if (put !== 'refused') {
      session.report.there.changed++;
      if (await keepBoth(session, link, here, { there: put, changes: put.echo, isTaken: true })) return;
    }
  }
  const [there, now] = [await fetchRemote(session, href), await localPerson(session, here.name)];
  if (there === 'unreadable') session.isLeft = true;
  else await reconcile(session, { link, here: now, there });
}

async function afterRemoteDeletion(session: SyncSession, link: CardLink, here: PersonCard): Promise<boolean> {
  if (isUnchanged(here.fields, link.here)) {
    const isGone = await session.kith.write(async (writing) => {
      const removed = await writing.cards.remove(here.name, { ifMatch: [here.change] });
      if (removed !== 'refused') await writing.dropLink(link.href);
      return removed !== 'refused';
    });
    if (!isGone) return false;
    forgetLink(session, link.href);
    session.report.here.removed++;
    return true;
  }
  if (session.bothWays) {
    const [{ href, uid }, text] = [link, await session.kith.text(link.href)];
    const put = await writeRemote(session, here, { fields: here.fields, said: here.fields }, { href, uid, text });
    if (put === undefined) return true;
    if (put === 'refused') return false;
    if (!(await keepBoth(session, link, here, { there: put, changes: put.echo, isTaken: true }))) return false;
  } else await dropLink(session, link.href);
  addToReport(session, here.fields, 'kept in kith: edited here, deleted on the server');
  return true;
}

async function afterLocalDeletion(session: SyncSession, link: CardLink, there: RemoteContact): Promise<boolean> {
  const { person } = there;
  if (!isUnchanged(person.fields, link.there)) {
    await create(session, there, person.uid);
    addToReport(session, person.fields, 'restored in kith: edited on the server, deleted here');
    return true;
  }
  if (session.bothWays) return deleteRemoteCard(session, link, there.etag);
  // Read-only sync: the contact stays deleted until its remote card is edited.
  const kept = { ...link, etag: there.etag, text: person.text };
  rememberLink(session, await session.kith.write((writing) => save(writing, kept)));
  return true;
}

/** False if the card's ETag has changed. */
export async function deleteRemoteCard(session: SyncSession, link: CardLink, etag: string): Promise<boolean> {
  const written = await writeToServer(session, undefined, () => session.remote.remove(link.href, etag));
  if (!written) return true;
  if (written.outcome === 'refused') return false;
  session.report.there.removed++;
  return dropLink(session, link.href);
}

async function dropLink(session: SyncSession, href: string): Promise<true> {
  await session.kith.write((writing) => writing.dropLink(href));
  forgetLink(session, href);
  return true;
}

async function createRemote(session: SyncSession, here: PersonCard): Promise<boolean> {
  const { remote, byHref } = session;
  const { fields, text, uid } = here;
  const first = remote.pathFor(uid);
  const href = byHref.has(first) ? remote.pathFor(ownUid(session, here.name)) : first;
  const put = await writeRemote(session, here, { fields, said: fields }, { href, uid, text });
  if (put === undefined) return true;
  if (put === 'refused') {
    // An interrupted run may have written the card.
    const there = await fetchRemote(session, href);
    return typeof there === 'object' && settleBoth(session, undefined, here, there);
  }
  session.report.there.created++;
  if (await keepBoth(session, undefined, here, { there: put, changes: put.echo, isTaken: true })) return true;
  const now = await localPerson(session, here.name);
  return now !== undefined && settleBoth(session, undefined, now, put);
}

/** Handles an unlinked remote card: links it to an existing contact, or creates one. */
async function takeRemote(session: SyncSession, there: RemoteContact): Promise<boolean> {
  const { person } = there;
  const { matcher, titles, byUid } = await unlinkedContacts(session);
  const isFree = (name: string) => !session.byName.has(name);
  const own = byUid.get(person.uid);
  const certain = matcher.certain(person.fields).filter(isFree);
  const name = own !== undefined && isFree(own) ? own : certain.length === 1 ? certain[0] : undefined;
  const here = name === undefined ? undefined : await localPerson(session, name);
  if (here) return settleBoth(session, undefined, here, there);
  const similar = [...certain, ...matcher.similar(person.fields).filter(isFree)];
  const taken = await create(session, there, person.uid || ownUid(session, there.href));
  if (taken === undefined) {
    if (similar[0] !== undefined)
      addToReport(session, person.fields, 'may be the same person as', titles.get(similar[0]));
    return true;
  }
  const holder = await localPerson(session, taken);
  const link = session.byName.get(taken);
  if (!holder && !link) return leaveArchived(session, there);
  // The card moved to another path. Otherwise two remote cards have the same UID.
  if (holder && (!link || session.deletedRemotely.has(link.href))) return settleBoth(session, link, holder, there);
  await create(session, there, ownUid(session, there.href));
  return true;
}

/** An archived contact is in no address book, and must not be duplicated either. */
async function leaveArchived(session: SyncSession, { href, etag, person }: RemoteContact): Promise<true> {
  const link = { href, etag, uid: person.uid, name: '', change: 0, here: {}, there: {} };
  rememberLink(session, await session.kith.write((writing) => save(writing, { ...link, text: '' })));
  addToReport(session, person.fields, 'skipped because it is archived in kith');
  return true;
}

/** Creates the card's contact. If another card has this UID, returns that card's name. */
async function create(session: SyncSession, there: RemoteContact, uid: string): Promise<string | undefined> {
  const name = `${ownUid(session, there.href)}.vcf`;
  const made = await session.kith.write(async (writing) => {
    const put = await writing.cards.put(name, { ...there.person, uid }, { ifNoneMatch: '*', leaveArchived: true });
    if (put.outcome === 'taken') return put.name;
    if (put.outcome === 'refused') return name;
    return save(writing, linkOf(there, await readBack(writing, name), true));
  });
  if (typeof made === 'string') return made;
  rememberLink(session, made);
  session.report.here.created++;
  return undefined;
}

/** Derives the same UID for the same card in each run. */
const ownUid = ({ bookId }: SyncSession, text: string): string => derivedKey(bookId, text);
