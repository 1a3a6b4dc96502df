import type { ArchiveRow, ArchiveRows } from '../../../contract/archive.ts';
import { append, chunked, groupBy } from '../../../shared/lists.ts';
import { ownedIds } from '../../common/owned.ts';
import type { Context } from '../../runtime/context.ts';
import { survivorsOf } from './references.ts';
import type { IdMaps } from './same-named.ts';

// A note that was imported from a contacts file may be in an archive under another id. Notes are the same if their text,
// contact, and time are equal.

interface LocalNote {
  id: string;
  contact_id: string;
  event_time: string;
  created_at: string;
}

/** Maps notes in the archive to the user's notes with other ids. Each local note is used at most once. */
export async function sameNotes(context: Context, rows: ArchiveRows, maps: IdMaps): Promise<Map<string, string>> {
  const same = new Map<string, string>();
  const notes = rows.timeline_items ?? [];
  const inArchive = new Set(notes.map(({ id }) => String(id)));
  const here = await ownedIds(context, 'timeline_items', [...inArchive]);
  const contactsOf = await contactsByNote(context, rows.timeline_items_contacts ?? [], maps);
  const missing = notes.filter(({ id, note }) => note && !here.has(String(id)) && contactsOf.has(String(id)));
  const contactIds = [...new Set(missing.flatMap(({ id }) => contactsOf.get(String(id))!))];
  const standing = (await notesAbout(context, contactIds)).filter(({ id }) => !inArchive.has(id));
  const byContact = groupBy(standing, ({ contact_id }) => contact_id);
  const candidates = new Map<ArchiveRow, LocalNote[]>();
  for (const note of missing) {
    const about = contactsOf.get(String(note.id))!.flatMap((id) => byContact.get(id) ?? []);
    const fitting = about.filter((one) => sameTime(one, note));
    if (fitting.length > 0) candidates.set(note, fitting);
  }
  const texts = await textsOf(
    context,
    [...candidates.values()].flatMap((found) => found.map(({ id }) => id)),
  );
  const claimed = new Set<string>();
  for (const [note, fitting] of [...candidates].sort(([a], [b]) => (String(a.id) < String(b.id) ? -1 : 1))) {
    const found = fitting.find(({ id }) => !claimed.has(id) && texts.get(id) === plain(note.note));
    if (!found) continue;
    claimed.add(found.id);
    same.set(String(note.id), found.id);
  }
  return same;
}

const plain = (text: unknown): string => String(text).replace(/\r\n?/g, '\n').trim();

/** Compares times. If a file has no time, the import chose one slightly in the future, which is ignored. */
function sameTime(standing: LocalNote, note: ArchiveRow): boolean {
  const atOnce = Date.parse(standing.event_time) === Date.parse(String(note.event_time));
  return atOnce || (isChosen(standing) && isChosen(note));
}

/** Whether an import chose the event time: the second full minute after the note was created. */
function isChosen({ event_time, created_at }: Partial<LocalNote>): boolean {
  const [event, created] = [Date.parse(String(event_time)), Date.parse(String(created_at))];
  return event % 60_000 === 0 && event - created > 50_000 && event - created <= 120_000;
}

/** The local contacts of the archive's notes. */
async function contactsByNote(context: Context, links: ArchiveRow[], maps: IdMaps): Promise<Map<string, string[]>> {
  const here = (id: unknown) => maps.contacts?.get(String(id)) ?? String(id);
  const survivors = await survivorsOf(context, [...new Set(links.map(({ contact_id }) => here(contact_id)))]);
  const contacts = new Map<string, string[]>();
  for (const { timeline_item_id, contact_id } of links) {
    const id = survivors.get(here(contact_id)) ?? here(contact_id);
    contacts.set(String(timeline_item_id), [...(contacts.get(String(timeline_item_id)) ?? []), id]);
  }
  return contacts;
}

async function notesAbout({ db, user }: Context, contactIds: string[]): Promise<LocalNote[]> {
  const found: LocalNote[] = [];
  for (const part of chunked(contactIds)) {
    const rows = await db
      .selectFrom('timeline_items_contacts as link')
      .innerJoin('timeline_items as item', (join) =>
        join.onRef('item.user_id', '=', 'link.user_id').onRef('item.id', '=', 'link.timeline_item_id'),
      )
      .select(['item.id', 'link.contact_id', 'item.event_time', 'item.created_at'])
      .where('link.user_id', '=', user.user_id)
      .where('item.user_id', '=', user.user_id)
      .where('link.contact_id', 'in', part)
      .orderBy('item.id')
      .execute();
    append(found, rows);
  }
  return found;
}

async function textsOf({ db, user }: Context, ids: string[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const part of chunked([...new Set(ids)])) {
    const rows = await db
      .selectFrom('timeline_items')
      .select(['id', 'note'])
      .where('user_id', '=', user.user_id)
      .where('id', 'in', part)
      .execute();
    for (const { id, note } of rows) texts.set(id, plain(note ?? ''));
  }
  return texts;
}
