import type { Client } from '../../client/client.ts';
import type { CallOptions } from '../../client/options.ts';
import { pages } from '../../client/paginate.ts';
import type { FoundContact } from './find.ts';
import { firstReminder, type Spread } from './spread.ts';

// Bulk changes: the people that a change affects, its operation, and the operation that undoes it.

/** Maximum contacts of one operation. */
export const PART = 500;

export interface Target {
  action: Action;
  /** The id of a tag or group, or a frequency. Empty if the action needs none. */
  value: string;
}

/** The result for some people. */
export interface Outcome {
  ids: string[];
  /** The number of people who no longer exist. */
  missed: number;
}

interface Change {
  /** Fields of each contact that show whether it would change. */
  reads: Record<string, boolean>;
  isDone(contact: FoundContact, value: string): boolean;
  run(
    client: Client,
    ids: string[],
    value: string,
    options: CallOptions,
    before: Before,
    spread: Spread,
  ): Promise<Outcome>;
  /** Undefined for an undo. */
  undo: Action | undefined;
}

export type Action = 'tag' | 'untag' | 'group' | 'ungroup' | 'star' | 'unstar' | 'archive' | 'unarchive' | Last;
type Last = 'rhythm' | 'delete' | 'rhythm-back' | 'restore';

/** Previous frequencies and next reminders. */
export type Before = Record<string, [frequency: string | null, next: string | null]>;

export const CHANGES: Record<Action, Change> = {
  tag: {
    reads: { tags_contacts: true },
    isDone: ({ tags_contacts = [] }, value) => tags_contacts.some(({ tag_id }) => tag_id === value),
    run: async (client, contactIds, value, options) =>
      outcome((await client.call('tag_contacts', { contactIds, tagIds: [value] }, options)).data),
    undo: 'untag',
  },
  untag: {
    reads: { tags_contacts: true },
    isDone: ({ tags_contacts = [] }, value) => !tags_contacts.some(({ tag_id }) => tag_id === value),
    run: async (client, contactIds, value, options) =>
      outcome((await client.call('untag_contacts', { contactIds, tagIds: [value] }, options)).data),
    undo: 'tag',
  },
  group: {
    reads: { groups_contacts: true },
    isDone: ({ groups_contacts = [] }, value) => groups_contacts.some(({ group_id }) => group_id === value),
    run: async (client, contactIds, groupId, options) =>
      outcome((await client.call('add_contacts_to_group', { contactIds, groupId }, options)).data),
    undo: 'ungroup',
  },
  ungroup: {
    reads: { groups_contacts: true },
    isDone: ({ groups_contacts = [] }, value) => !groups_contacts.some(({ group_id }) => group_id === value),
    run: async (client, contactIds, groupId, options) =>
      outcome((await client.call('remove_contacts_from_group', { contactIds, groupId }, options)).data),
    undo: 'group',
  },
  star: flag('starred', true, 'unstar'),
  unstar: flag('starred', false, 'star'),
  archive: flag('is_archived', true, 'unarchive'),
  unarchive: flag('is_archived', false, 'archive'),
  rhythm: {
    reads: { frequency: true, next_reminder_at: true, last_seen_at: true },
    isDone: ({ frequency }, value) => (frequency ?? '') === value,
    run(client, ids, value, options, _, spread) {
      const places = new Map(ids.map((id, index) => [id, index]));
      const next = (id: string) => firstReminder(places.get(id)!, value, spread);
      const data = (id: string) =>
        value === '' ? { frequency: null } : { frequency: value, next_reminder_at: next(id) };
      return update(client, ids, data, options);
    },
    undo: 'rhythm-back',
  },
  'rhythm-back': {
    reads: {},
    isDone: () => false,
    run: (client, ids, _, options, before) =>
      update(
        client,
        ids.filter((id) => before[id]),
        (id) => ({ frequency: before[id]![0], next_reminder_at: before[id]![1] }),
        options,
      ),
    undo: undefined,
  },
  delete: {
    reads: {},
    isDone: () => false,
    run: async (client, contactIds, _, options) =>
      outcome((await client.call('bulk_delete_contacts', { contactIds }, options)).data),
    undo: 'restore',
  },
  restore: {
    reads: {},
    isDone: () => false,
    async run(client, ids, _, options) {
      const { restored, failed } = (await client.call('restore_from_trash', { ids }, options)).data;
      return { ids: restored.map(({ id }) => id), missed: failed.length };
    },
    undo: undefined,
  },
};

function flag(field: 'starred' | 'is_archived', wanted: boolean, undo: Action): Change {
  return {
    reads: { [field]: true },
    isDone: (contact) => contact[field] === wanted,
    run: (client, ids, _, options) => update(client, ids, () => ({ [field]: wanted }), options),
    undo,
  };
}

const outcome = ({ ids, failed }: { ids: string[]; failed: unknown[] }): Outcome => ({ ids, missed: failed.length });

/** The operation changes all contacts or none, so missing ones are left out. */
async function update(
  client: Client,
  ids: string[],
  dataOf: (id: string) => object,
  options: CallOptions,
): Promise<Outcome> {
  const here = (await readContacts(client, ids, {})).map(({ id }) => id);
  const updates = here.map((contactId) => ({ contactId, data: dataOf(contactId) }));
  if (here.length > 0) await client.call('bulk_update_contacts', { updates }, options);
  return { ids: here, missed: ids.length - here.length };
}

const AT_ONCE = 200;

/** Contacts by id, including archived ones. Missing contacts are left out. */
export async function readContacts(
  client: Client,
  ids: readonly string[],
  reads: Record<string, boolean>,
): Promise<FoundContact[]> {
  const contacts: FoundContact[] = [];
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const some = {
      where: { in: ids.slice(start, start + AT_ONCE), or: [{ is_archived: false }, { is_archived: true }] },
      take: AT_ONCE,
      select: { ...NAMES, ...reads },
    };
    for await (const page of pages(client, 'filter_contacts', some))
      for (const contact of page.contacts) contacts.push(contact);
  }
  return contacts;
}

export const NAMES = { full_name: true, company: true } as const;
