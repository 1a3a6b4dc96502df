import type { PersonCard, ReceivedPerson } from '../../shared/cards/address-book.ts';
import type { CardFields } from '../../shared/cards/fields.ts';
import type { CardChanges } from '../../shared/cards/merge-card.ts';
import { serverSideEdits } from './reconcile.ts';
import type { RemoteCard } from './remote-book.ts';
import { localPerson, type SyncSession, writeToServer } from './session.ts';

/** A parsed remote card. */
export interface RemoteContact {
  href: string;
  etag: string;
  person: ReceivedPerson;
}

/** Parses a remote card as a person. Otherwise returns a group marker or the error. */
export function parseRemote(
  { codec }: SyncSession,
  { href, etag, text }: RemoteCard,
): RemoteContact | { isGroup: true } | { trouble: string } {
  const read = codec.read(text);
  return 'uid' in read ? { href, etag, person: read } : read;
}

/** Reads the current remote card. Undefined if it is gone. */
export async function fetchRemote(
  session: SyncSession,
  href: string,
): Promise<RemoteContact | 'unreadable' | undefined> {
  const { cards, unreadable } = await session.remote.read([href]);
  const card = cards.get(href);
  if (!card) return unreadable.includes(href) ? 'unreadable' : undefined;
  const there = parseRemote(session, card);
  return 'person' in there ? there : 'unreadable';
}

/** The remote card before it is overwritten. */
interface Before {
  href: string;
  /** Missing if no card may exist yet. */
  etag?: string;
  uid: string;
  text: string | undefined;
  person?: ReceivedPerson;
}

/** The remote card after a write, and the changes to copy back to the contact. */
export interface WrittenContact extends RemoteContact {
  echo: CardChanges;
}

/**
 * Writes a contact to its remote card. Returns `refused` if the card has changed. Returns undefined, after adding it to
 * the report, if the server rejects the card.
 */
export async function writeRemote(
  session: SyncSession,
  here: PersonCard,
  { fields, said }: { fields: CardFields; said: CardFields },
  { href, etag, uid, text: was, person }: Before,
): Promise<WrittenContact | 'refused' | undefined> {
  const isTheirPhoto = person?.photo !== undefined && said.photo === person.fields.photo;
  const photo = isTheirPhoto ? person.photo : await photoOf(session, here, said);
  const text = session.codec.write({ ...here, uid, fields: said, text: was, photo });
  const written = await writeToServer(session, said, () => session.remote.put(href, text, etag));
  if (written?.outcome !== 'written') return written && 'refused';
  const kept = written.etag && parseRemote(session, { href, etag: written.etag, text });
  if (kept && 'person' in kept) return { ...kept, echo: {} };
  const now = await fetchRemote(session, href);
  if (now === undefined || now === 'unreadable') return 'refused';
  return { ...now, echo: serverSideEdits(said, fields, now.person.fields) };
}

const photoOf = async (
  session: SyncSession,
  here: PersonCard,
  { photo }: CardFields,
): Promise<Uint8Array | undefined> =>
  photo?.startsWith('kith:') ? (await localPerson(session, here.name, true))?.photo : undefined;
