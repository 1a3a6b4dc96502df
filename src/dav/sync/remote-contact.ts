import type { PersonCard, SentPerson } from '../../shared/cards/address-book.ts';
import type { CardFields } from '../../shared/cards/fields.ts';
import type { CardChanges } from '../../shared/cards/merge-card.ts';
import { beyond } from './reconcile.ts';
import type { RemoteCard } from './remote-book.ts';
import { personHere, type Session, writeThere } from './session.ts';

/** A card elsewhere, read. */
export interface RemoteContact {
  href: string;
  etag: string;
  person: SentPerson;
}

/** A card elsewhere as the person that it is; else that it is a group, or why it cannot be read. */
export function readThere(
  { codec }: Session,
  { href, etag, text }: RemoteCard,
): RemoteContact | { isGroup: true } | { trouble: string } {
  const read = codec.read(text);
  return 'uid' in read ? { href, etag, person: read } : read;
}

/** A card as it is elsewhere now; undefined where there is none. */
export async function readAgain(session: Session, href: string): Promise<RemoteContact | 'unreadable' | undefined> {
  const { cards, unreadable } = await session.remote.read([href]);
  const card = cards.get(href);
  if (!card) return unreadable.includes(href) ? 'unreadable' : undefined;
  const there = readThere(session, card);
  return 'person' in there ? there : 'unreadable';
}

/** What a card elsewhere was, before it is written over. */
interface Before {
  href: string;
  /** Absent where there is to be none yet. */
  etag?: string;
  uid: string;
  text: string | undefined;
  person?: SentPerson;
}

/** A card as it is after it was written, and what of it is to be written here. */
export interface Put extends RemoteContact {
  echo: CardChanges;
}

/**
 * Writes a person's card elsewhere, over what was there. `refused` where that is not as it was; undefined where the server
 * does not take the card, which is told.
 */
export async function writeRemote(
  session: Session,
  here: PersonCard,
  { fields, said }: { fields: CardFields; said: CardFields },
  { href, etag, uid, text: was, person }: Before,
): Promise<Put | 'refused' | undefined> {
  const isTheirPhoto = person?.photo !== undefined && said.photo === person.fields.photo;
  const photo = isTheirPhoto ? person.photo : await photoOf(session, here, said);
  const text = session.codec.write({ ...here, uid, fields: said, text: was, photo });
  const written = await writeThere(session, said, () => session.remote.put(href, text, etag));
  if (written?.outcome !== 'written') return written && 'refused';
  const kept = written.etag && readThere(session, { href, etag: written.etag, text });
  if (kept && 'person' in kept) return { ...kept, echo: {} };
  const now = await readAgain(session, href);
  if (now === undefined || now === 'unreadable') return 'refused';
  return { ...now, echo: beyond(said, fields, now.person.fields) };
}

const photoOf = async (session: Session, here: PersonCard, { photo }: CardFields): Promise<Uint8Array | undefined> =>
  photo?.startsWith('kith:') ? (await personHere(session, here.name, true))?.photo : undefined;
