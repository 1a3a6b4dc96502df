import type { Client } from '../client/client.ts';
import type { DataOf } from '../contract/operation.ts';
import type { Operations } from '../contract/operations.ts';

export type ApiContact = DataOf<Operations['get_contact']>['contact'];
export type ApiNote = DataOf<Operations['list_notes']>['notes'][number];

/** A contact with what is written of it. */
export interface Person {
  contact: ApiContact;
  /** Oldest first. */
  notes: ApiNote[];
}

const INCLUDE = {
  contact_emails: true,
  contact_phone_numbers: true,
  legacy_contact_addresses: true,
  tags_contacts: true,
  groups_contacts: true,
};

/** Every contact, archived ones too, oldest first. */
export async function* allPeople(client: Client): AsyncGenerator<Person> {
  const notes = await notesByContact(client);
  for (const archived of [false, true]) {
    let cursor: string | null | undefined;
    do {
      const page = { take: 500, include: INCLUDE, archived, sort: 'created_at', order: 'asc' } as const;
      const { data } = await client.call('list_contacts', { ...page, ...(cursor && { cursor }) });
      for (const contact of data.contacts) yield { contact, notes: notes.get(contact.id) ?? [] };
      cursor = data.pagination.nextCursor;
    } while (cursor);
  }
}

async function notesByContact(client: Client): Promise<Map<string, ApiNote[]>> {
  const notes = new Map<string, ApiNote[]>();
  let cursor: string | null | undefined;
  do {
    const { data } = await client.call('list_notes', { take: 200, ...(cursor && { cursor }) });
    for (const note of data.notes) {
      for (const { contact_id } of note.timeline_items_contacts) {
        const known = notes.get(contact_id);
        // The list is newest first.
        if (known) known.unshift(note);
        else notes.set(contact_id, [note]);
      }
    }
    cursor = data.pagination.nextCursor;
  } while (cursor);
  return notes;
}

/** A birthday as `YYYY-MM-DD`, or `--MM-DD` where the year is not known (docs/api/times.md#birthdays). */
export function birthdayOf({ birthday, birthday_year }: ApiContact): string | undefined {
  if (!birthday) return undefined;
  return `${birthday_year ? String(birthday_year).padStart(4, '0') : '-'}-${birthday.slice(5, 10)}`;
}

export const byRanking = <R extends { ranking: number }>(rows: R[] = []): R[] =>
  [...rows].sort((a, b) => a.ranking - b.ranking);
