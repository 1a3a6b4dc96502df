import { derivedKey } from '../../client/derived-key.ts';
import type { PersonCard, SentPerson } from '../../shared/cards/address-book.ts';
import { digestOf } from '../../shared/cards/digest.ts';
import type { CardLink } from '../../shared/cards/link.ts';
import { applyChanges, type CardChanges, type CardConflict } from '../../shared/cards/merge-card.ts';
import type { FullLink, Writing } from './kith-side.ts';
import { CARD_FIELDS, fieldsThere, isUnchanged, mergeFields } from './reconcile.ts';
import { type RemoteContact, readAgain, writeRemote } from './remote-contact.ts';
import { forget, personHere, remember, type Session, tellOf, unlinkedHere, writeThere } from './session.ts';

// One person and their card elsewhere. What is written elsewhere comes first, and what is written here goes together with
// what is remembered of it: after an interruption the next run finds both sides, and comes to the same agreement.

export interface Pair {
  link: CardLink | undefined;
  here: PersonCard | undefined;
  there: RemoteContact | undefined;
}

const MOST_TRIES = 5;

/** Makes both sides say the same; looks at them again where somebody has changed one meanwhile. */
export async function agree(session: Session, pair: Pair): Promise<void> {
  const { link } = pair;
  let { here, there } = pair;
  const [name, href] = [link?.name ?? here?.name, there?.href ?? link?.href];
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    if (await settle(session, { link, here, there })) return;
    if (name !== undefined) here = await personHere(session, name);
    if (href === undefined) continue;
    const now = await readAgain(session, href);
    if (now === 'unreadable') break;
    there = now;
  }
  session.isLeft = true;
}

/** False where one side is not as it was. */
function settle(session: Session, { link, here, there }: Pair): Promise<boolean> {
  if (here && there) return settleBoth(session, link, here, there);
  if (here) return link ? deletedThere(session, link, here) : addThere(session, here);
  if (there) return link ? deletedHere(session, link, there) : addHere(session, there);
  return link ? dropped(session, link.href) : Promise.resolve(true);
}

async function settleBoth(
  session: Session,
  link: CardLink | undefined,
  here: PersonCard,
  there: RemoteContact,
): Promise<boolean> {
  const { bothWays, report } = session;
  const { fields, changes, conflicts } = mergeFields(link, here, there.person, { bothWays });
  const said = bothWays ? fieldsThere(link, fields, there.person.fields) : undefined;
  let kept: CardLink | undefined;
  if (said) {
    // What gives way there is written over: it is kept first.
    if (conflicts.length > 0) await session.kith.write((writing) => writing.noteConflicts(here.name, conflicts));
    const put = await writeRemote(session, here, { fields, said }, { ...there, ...there.person, person: there.person });
    if (put === 'refused') return false;
    if (put) report.there.changed++;
    const after = { there: put ?? there, changes: { ...changes, ...put?.echo }, isTaken: put !== undefined };
    kept = await keepBoth(session, link, here, after);
  } else kept = await keepBoth(session, link, here, { there, changes, isTaken: true, conflicts });
  if (!kept) return false;
  report.conflicts += conflicts.length;
  for (const conflict of conflicts) tellOf(session, fields, 'changed on both sides', lossInWords(conflict));
  if (!link) report.joined++;
  return true;
}

const lossInWords = ({ field, kept, lost }: CardConflict): string =>
  `${field.replaceAll('_', ' ')}: ${kept ?? 'nothing'} was kept, not ${lost ?? 'nothing'}`;

interface After {
  there: RemoteContact;
  /** What is to change here. */
  changes: CardChanges;
  /** Whether the server has what it was to get. */
  isTaken: boolean;
  conflicts?: CardConflict[];
}

/** Writes here what both sides agreed on, with the link; undefined where the person here is not as they were. */
async function keepBoth(
  session: Session,
  link: CardLink | undefined,
  here: PersonCard,
  { there, changes, isTaken, conflicts = [] }: After,
): Promise<CardLink | undefined> {
  const isChange = Object.keys(changes).length > 0;
  const kept = await session.kith.write(async (writing) => {
    const card = isChange ? await putHere(writing, here, changes, there.person) : here;
    if (!card) return undefined;
    if (conflicts.length > 0) await writing.noteConflicts(here.name, conflicts);
    if (link && link.href !== there.href) await writing.dropLink(link.href);
    return save(writing, linkOf(there, card, isTaken));
  });
  if (!kept) return undefined;
  if (link) forget(session, link.href);
  remember(session, kept);
  if (isChange) session.report.here.changed++;
  return kept;
}

/** A card that could not be written stays to be written: what was agreed on is what it says now. */
function linkOf(there: RemoteContact, here: PersonCard, isTaken: boolean): FullLink {
  const { href, etag, person } = there;
  const said = digestOf(person.fields);
  const now = isTaken ? { change: here.change, here: digestOf(here.fields) } : { change: 0, here: said };
  return { href, etag, uid: person.uid, name: here.name, there: said, text: person.text, ...now };
}

async function save(writing: Writing, link: FullLink): Promise<CardLink> {
  await writing.saveLink(link);
  const { text: _, ...kept } = link;
  return kept;
}

/** The person here, changed; undefined where they changed meanwhile. */
async function putHere(
  writing: Writing,
  here: PersonCard,
  changes: CardChanges,
  { photo, fields: said, text }: SentPerson,
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
  return outcome === 'changed' ? asKept(writing, here.name) : undefined;
}

/** What kith has kept of a card may be less than it was given. */
async function asKept(writing: Writing, name: string): Promise<PersonCard> {
  const [card] = await writing.cards.read([name], false, true);
  if (card?.kind !== 'person') throw new Error(`the card ${name} was written and is not there`);
  return card;
}

/** Writes elsewhere what changed here alone, without reading the card there first. */
export async function pushThere(session: Session, link: CardLink, here: PersonCard): Promise<void> {
  const { href, uid, etag } = link;
  // A picture that kith could not take is only there: it must be read to be given back.
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
  const [there, now] = [await readAgain(session, href), await personHere(session, here.name)];
  if (there === 'unreadable') session.isLeft = true;
  else await agree(session, { link, here: now, there });
}

async function deletedThere(session: Session, link: CardLink, here: PersonCard): Promise<boolean> {
  if (isUnchanged(here.fields, link.here)) {
    const isGone = await session.kith.write(async (writing) => {
      const removed = await writing.cards.remove(here.name, { ifMatch: [here.change] });
      if (removed !== 'refused') await writing.dropLink(link.href);
      return removed !== 'refused';
    });
    if (!isGone) return false;
    forget(session, link.href);
    session.report.here.removed++;
    return true;
  }
  if (session.bothWays) {
    const [{ href, uid }, text] = [link, await session.kith.text(link.href)];
    const put = await writeRemote(session, here, { fields: here.fields, said: here.fields }, { href, uid, text });
    if (put === undefined) return true;
    if (put === 'refused') return false;
    if (!(await keepBoth(session, link, here, { there: put, changes: put.echo, isTaken: true }))) return false;
  } else await dropped(session, link.href);
  tellOf(session, here.fields, 'stays here: edited here, deleted there');
  return true;
}

async function deletedHere(session: Session, link: CardLink, there: RemoteContact): Promise<boolean> {
  const { person } = there;
  if (!isUnchanged(person.fields, link.there)) {
    await create(session, there, person.uid);
    tellOf(session, person.fields, 'is back here: edited there, deleted here');
    return true;
  }
  if (session.bothWays) return removeThere(session, link, there.etag);
  // Reading only: it stays away until it is edited there.
  const kept = { ...link, etag: there.etag, text: person.text };
  remember(session, await session.kith.write((writing) => save(writing, kept)));
  return true;
}

/** False where the card is not of this ETag any more. */
export async function removeThere(session: Session, link: CardLink, etag: string): Promise<boolean> {
  const written = await writeThere(session, undefined, () => session.remote.remove(link.href, etag));
  if (!written) return true;
  if (written.outcome === 'refused') return false;
  session.report.there.removed++;
  return dropped(session, link.href);
}

async function dropped(session: Session, href: string): Promise<true> {
  await session.kith.write((writing) => writing.dropLink(href));
  forget(session, href);
  return true;
}

async function addThere(session: Session, here: PersonCard): Promise<boolean> {
  const { remote, byHref } = session;
  const { fields, text, uid } = here;
  const first = remote.pathFor(uid);
  const href = byHref.has(first) ? remote.pathFor(ownUid(session, here.name)) : first;
  const put = await writeRemote(session, here, { fields, said: fields }, { href, uid, text });
  if (put === undefined) return true;
  if (put === 'refused') {
    // A run that was interrupted may have written it.
    const there = await readAgain(session, href);
    return typeof there === 'object' && settleBoth(session, undefined, here, there);
  }
  session.report.there.created++;
  if (await keepBoth(session, undefined, here, { there: put, changes: put.echo, isTaken: true })) return true;
  const now = await personHere(session, here.name);
  return now !== undefined && settleBoth(session, undefined, now, put);
}

/** A card that nobody here is linked with: a person who is here already, or a new one. */
async function addHere(session: Session, there: RemoteContact): Promise<boolean> {
  const { person } = there;
  const { matcher, titles, byUid } = await unlinkedHere(session);
  const isFree = (name: string) => !session.byName.has(name);
  const own = byUid.get(person.uid);
  const certain = matcher.certain(person.fields).filter(isFree);
  const name = own !== undefined && isFree(own) ? own : certain.length === 1 ? certain[0] : undefined;
  const here = name === undefined ? undefined : await personHere(session, name);
  if (here) return settleBoth(session, undefined, here, there);
  const similar = [...certain, ...matcher.similar(person.fields).filter(isFree)];
  const taken = await create(session, there, person.uid || ownUid(session, there.href));
  if (taken === undefined) {
    if (similar[0] !== undefined) tellOf(session, person.fields, 'may be the same person as', titles.get(similar[0]));
    return true;
  }
  const holder = await personHere(session, taken);
  const link = session.byName.get(taken);
  if (!holder && !link) return leaveArchived(session, there);
  // Moved to another path there; else a UID that stands on two cards there.
  if (holder && (!link || session.goneThere.has(link.href))) return settleBoth(session, link, holder, there);
  await create(session, there, ownUid(session, there.href));
  return true;
}

/** Somebody who was archived here is in no address book, and is not doubled either. */
async function leaveArchived(session: Session, { href, etag, person }: RemoteContact): Promise<true> {
  const link = { href, etag, uid: person.uid, name: '', change: 0, here: {}, there: {} };
  remember(session, await session.kith.write((writing) => save(writing, { ...link, text: '' })));
  tellOf(session, person.fields, 'is archived here, and left alone');
  return true;
}

/** Makes the person of a card; the name of the card that has this UID already, where there is one. */
async function create(session: Session, there: RemoteContact, uid: string): Promise<string | undefined> {
  const name = `${ownUid(session, there.href)}.vcf`;
  const made = await session.kith.write(async (writing) => {
    const put = await writing.cards.put(name, { ...there.person, uid }, { ifNoneMatch: '*', leaveArchived: true });
    if (put.outcome === 'taken') return put.name;
    if (put.outcome === 'refused') return name;
    return save(writing, linkOf(there, await asKept(writing, name), true));
  });
  if (typeof made === 'string') return made;
  remember(session, made);
  session.report.here.created++;
  return undefined;
}

/** The same for the same card in each run. */
const ownUid = ({ bookId }: Session, text: string): string => derivedKey(bookId, text);
