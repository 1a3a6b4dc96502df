import type { Client } from '../client/client.ts';
import { pages } from '../client/paginate.ts';
import type { Operations } from '../contract/operations.ts';
import type { DataOf } from '../contract/schema/operation.ts';

export type ApiContact = DataOf<Operations['get_contact']>['contact'];
export type ApiNote = DataOf<Operations['list_notes']>['notes'][number];

/** A contact with its notes. */
export interface ExportedPerson {
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
  contact_relations_contact_relations_sourceTocontacts: true,
  contact_relations_contact_relations_destinationTocontacts: true,
};

/** Every contact, including archived ones, oldest first. */
export async function* allPeople(client: Client): AsyncGenerator<ExportedPerson> {
  const notes = await notesByContact(client);
  for (const archived of [false, true]) {
    const oldestFirst = { take: 500, include: INCLUDE, archived, sort: 'created_at', order: 'asc' } as const;
    for await (const { contacts } of pages(client, 'list_contacts', oldestFirst))
      for (const contact of contacts) yield { contact, notes: notes.get(contact.id) ?? [] };
  }
}

async function notesByContact(client: Client): Promise<Map<string, ApiNote[]>> {
  const byContact = new Map<string, ApiNote[]>();
  for await (const { notes } of pages(client, 'list_notes', { take: 200 }))
    for (const note of notes)
      for (const { contact_id } of note.timeline_items_contacts) {
        const known = byContact.get(contact_id);
        // The list is newest first.
        if (known) known.unshift(note);
        else byContact.set(contact_id, [note]);
      }
  return byContact;
}

/** Display name of a contact: its name, company, email address or phone number; empty if it has none of these. */
export function displayNameOf(contact: ApiContact): string {
  const { first_name, last_name, full_name, company } = contact;
  const name = full_name || [first_name, last_name].filter(Boolean).join(' ') || company;
  const [email] = byRanking(contact.contact_emails);
  const [phone] = byRanking(contact.contact_phone_numbers);
  return name || email?.email || phone?.phone_number || '';
}

/** A birthday as `YYYY-MM-DD`, or `--MM-DD` without a year (docs/api/times.md#birthdays). */
export function birthdayOf({ birthday, birthday_year }: ApiContact): string | undefined {
  if (!birthday) return undefined;
  return `${birthday_year ? String(birthday_year).padStart(4, '0') : '-'}-${birthday.slice(5, 10)}`;
}

export const byRanking = <R extends { ranking: number }>(rows: R[] = []): R[] =>
  [...rows].sort((a, b) => a.ranking - b.ranking);
