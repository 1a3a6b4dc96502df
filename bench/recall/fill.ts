import { createHash } from 'node:crypto';
import type { Client } from '../../src/client/client.ts';
import { chunked } from '../../src/shared/lists.ts';
import type { Life, LifePerson } from '../../test/data/lives/life.ts';

const MAX_BATCH_SIZE = 500;

/** Writes a life into an empty kith. Returns the keys of its records by their ids. */
export async function fillKith(client: Client, life: Life): Promise<Map<string, string>> {
  const keys = new Map<string, string>();
  const idOf = (key: string): string => {
    const id = uuidOf(key);
    keys.set(id, key);
    return id;
  };
  const tags = await idsByName(
    life.people.flatMap(({ tags = [] }) => tags),
    async (name) => {
      const { data } = await client.call('create_tag', { name });
      return data.tag.id;
    },
  );
  const fields = await idsByName(
    life.people.flatMap(({ fields = {} }) => Object.keys(fields)),
    async (name) => {
      const { data } = await client.call('create_custom_field', { name, field_type: 'input' });
      return data.custom_field.id;
    },
  );
  for (const people of chunked(life.people, MAX_BATCH_SIZE))
    await client.call('bulk_create_contacts', {
      contacts: people.map((person) => contactOf(person, idOf(person.key), tags, fields)),
    });
  await relate(client, life.people);
  for (const { key, name, people } of life.groups) {
    const groups_contacts = people.map((person) => ({ contact_id: uuidOf(person) }));
    await client.call('create_group', { id: idOf(key), name, groups_contacts });
  }
  for (const notes of chunked(life.notes, MAX_BATCH_SIZE)) {
    const { data } = await client.call('bulk_create_notes', {
      notes: notes.map(({ text, people, time }) => ({
        note: text,
        event_time: time,
        timeline_items_contacts: people.map((person) => ({ contact_id: uuidOf(person) })),
      })),
    });
    for (const [index, { id }] of data.notes.entries()) keys.set(id, notes[index]!.key);
  }
  for (const { key, text, people, due } of life.reminders) {
    const reminders_contacts = people.map((person) => ({ contact_id: uuidOf(person) }));
    const { data } = await client.call('create_reminder', { text, due_at_date: due, reminders_contacts });
    keys.set(data.reminder.id, key);
  }
  return keys;
}

/** An id that is the same in every run. */
function uuidOf(key: string): string {
  const digits = createHash('sha256').update(key).digest('hex');
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20, 32)}`;
}

async function idsByName(names: string[], create: (name: string) => Promise<string>): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const name of new Set(names)) ids.set(name, await create(name));
  return ids;
}

function contactOf(
  { full_name, company, job_title, city, description, tags: tagged, fields: filled }: LifePerson,
  id: string,
  tags: Map<string, string>,
  fields: Map<string, string>,
) {
  return {
    id,
    full_name,
    ...(company && { company }),
    ...(job_title && { job_title }),
    ...(description && { description }),
    ...(city && { legacy_contact_addresses: [{ city }] }),
    ...(tagged && { tags_contacts: tagged.map((name) => ({ tag_id: tags.get(name)! })) }),
    ...(filled && {
      custom_fields: Object.entries(filled).map(([name, text_value]) => ({ id: fields.get(name)!, text_value })),
    }),
  };
}

/** Then both people in a relation have it on their cards. */
async function relate(client: Client, people: LifePerson[]): Promise<void> {
  const updates = people.flatMap(({ key, relations = [] }) =>
    relations.map(({ to, is }) => ({
      contactId: uuidOf(key),
      data: { related_contacts: { append: [{ destination: uuidOf(to), destination_contact: is }] } },
    })),
  );
  for (const chunk of chunked(updates, MAX_BATCH_SIZE))
    await client.call('bulk_update_contacts', { updates: chunk } as never);
}
