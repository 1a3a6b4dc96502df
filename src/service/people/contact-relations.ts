import type { Context } from '../context.ts';
import { inList } from '../store/in-list.ts';
import type { ContactRow } from '../store/tables.ts';
import type { RelationField } from './contact-view.ts';
import { inOrder } from './details.ts';
import { groupBy } from './group-by.ts';

export type Relations = Partial<Record<RelationField, unknown>>;

type Loader = (context: Context, rows: ContactRow[]) => Promise<(row: ContactRow) => unknown>;

/** The wanted relations of each contact, loaded for all of them together. */
export async function relationsOf(
  context: Context,
  rows: ContactRow[],
  wanted: ReadonlySet<RelationField>,
): Promise<Map<string, Relations>> {
  const found = new Map<string, Relations>(rows.map((row) => [row.id, {}]));
  if (rows.length === 0) return found;
  for (const field of wanted) {
    const relationOf = await LOADERS[field](context, rows);
    for (const row of rows) found.get(row.id)![field] = relationOf(row);
  }
  return found;
}

const idsOf = (rows: ContactRow[]) => inList(rows.map(({ id }) => id));

function grouped<R, V>(rows: R[], keyOf: (row: R) => string, view: (row: R) => V): (row: ContactRow) => V[] {
  const groups = groupBy(rows, keyOf);
  return ({ id }) => (groups.get(id) ?? []).map(view);
}

const details =
  (table: 'contact_emails' | 'contact_phone_numbers' | 'legacy_contact_addresses'): Loader =>
  async ({ db, user }, rows) => {
    const found = await db
      .selectFrom(table)
      .selectAll()
      .where('user_id', '=', user.user_id)
      .where('contact_id', 'in', idsOf(rows))
      .execute();
    return grouped(found.sort(inOrder), (row) => row.contact_id, viewDetail);
  };

/** A detail row without what only comparison needs. */
export function viewDetail<R extends { normal: string }>({ normal: _, ...row }: R): Omit<R, 'normal'> {
  return row;
}

const relations =
  (side: 'source' | 'destination'): Loader =>
  async ({ db, user }, rows) => {
    const found = await db
      .selectFrom('contact_relations')
      .select(['id', 'source', 'destination', 'source_contact', 'destination_contact'])
      .where('user_id', '=', user.user_id)
      .where(side, 'in', idsOf(rows))
      .orderBy('id')
      .execute();
    return grouped(
      found,
      (row) => row[side],
      (row) => row,
    );
  };

const none: Loader = async () => () => [];

const LOADERS: Record<RelationField, Loader> = {
  contact_emails: details('contact_emails'),
  contact_phone_numbers: details('contact_phone_numbers'),
  legacy_contact_addresses: details('legacy_contact_addresses'),
  contact_locations: none,
  feed_items: none,
  contact_relations_contact_relations_sourceTocontacts: relations('source'),
  contact_relations_contact_relations_destinationTocontacts: relations('destination'),

  async contacts_custom_fields({ db, user }, rows) {
    const found = await db
      .selectFrom('contacts_custom_fields as value')
      .innerJoin('custom_fields as field', (join) =>
        join.onRef('field.user_id', '=', 'value.user_id').onRef('field.id', '=', 'value.custom_field_id'),
      )
      .select([
        'value.id',
        'value.contact_id',
        'value.custom_field_id',
        'value.text_value',
        'value.date_value',
        'value.array_value',
      ])
      .select(['field.name', 'field.field_type'])
      .where('value.user_id', '=', user.user_id)
      .where('value.contact_id', 'in', idsOf(rows))
      .orderBy('field.ranking', (by) => by.asc().nullsFirst())
      .orderBy('value.id')
      .execute();
    return grouped(
      found,
      (row) => row.contact_id,
      ({ name, field_type, array_value, ...value }) => ({
        ...value,
        array_value: array_value === null ? null : JSON.parse(array_value),
        custom_fields: { id: value.custom_field_id, name, field_type },
      }),
    );
  },

  async groups_contacts({ db, user }, rows) {
    const found = await db
      .selectFrom('groups_contacts as link')
      .innerJoin('groups', (join) =>
        join.onRef('groups.user_id', '=', 'link.user_id').onRef('groups.id', '=', 'link.group_id'),
      )
      .select(['link.contact_id', 'link.group_id', 'groups.name', 'groups.emoji'])
      .where('link.user_id', '=', user.user_id)
      .where('link.contact_id', 'in', idsOf(rows))
      .orderBy('groups.name')
      .orderBy('link.group_id')
      .execute();
    return grouped(
      found,
      (row) => row.contact_id,
      ({ contact_id, group_id, name, emoji }) => ({
        contact_id,
        group_id,
        groups: { id: group_id, name, emoji },
      }),
    );
  },

  async tags_contacts({ db, user }, rows) {
    const found = await db
      .selectFrom('tags_contacts as link')
      .innerJoin('tags', (join) => join.onRef('tags.user_id', '=', 'link.user_id').onRef('tags.id', '=', 'link.tag_id'))
      .select(['link.contact_id', 'link.tag_id', 'tags.name'])
      .where('link.user_id', '=', user.user_id)
      .where('link.contact_id', 'in', idsOf(rows))
      .orderBy('tags.name')
      .execute();
    return grouped(
      found,
      (row) => row.contact_id,
      ({ contact_id, tag_id, name }) => ({
        contact_id,
        tag_id,
        tags: { id: tag_id, name },
      }),
    );
  },

  async timeline_items_contacts({ db, user }, rows) {
    const found = await db
      .selectFrom('timeline_items_contacts')
      .select(['timeline_item_id', 'contact_id', 'is_origin'])
      .where('user_id', '=', user.user_id)
      .where('contact_id', 'in', idsOf(rows))
      .orderBy('event_time', 'desc')
      .orderBy('timeline_item_id', 'desc')
      .execute();
    return grouped(
      found,
      (row) => row.contact_id,
      (row) => ({ ...row, is_origin: row.is_origin === 1 }),
    );
  },

  async reminders_contacts({ db, user }, rows) {
    const found = await db
      .selectFrom('reminders_contacts')
      .select(['reminder_id', 'contact_id'])
      .where('user_id', '=', user.user_id)
      .where('contact_id', 'in', idsOf(rows))
      .orderBy('reminder_id')
      .execute();
    return grouped(
      found,
      (row) => row.contact_id,
      (row) => row,
    );
  },

  contact_birthdays: async () => (row) =>
    row.birthday_dismissed_year && { contact_id: row.id, last_dismissal_year: row.birthday_dismissed_year },

  keep_in_touch_reminders: async () => (row) =>
    row.frequency && {
      frequency: row.frequency,
      next_reminder_at: row.next_reminder_at,
      last_reminder_at: row.last_reminder_at,
    },

  async last_note({ db, user }, rows) {
    const latest = await db
      .selectFrom('contacts')
      .select('contacts.id as contact_id')
      .select((expression) =>
        expression
          .selectFrom('timeline_items_contacts as link')
          .select('link.timeline_item_id')
          .whereRef('link.user_id', '=', 'contacts.user_id')
          .whereRef('link.contact_id', '=', 'contacts.id')
          .orderBy('link.event_time', 'desc')
          .orderBy('link.timeline_item_id', 'desc')
          .limit(1)
          .as('note_id'),
      )
      .where('contacts.user_id', '=', user.user_id)
      .where('contacts.id', 'in', idsOf(rows))
      .execute();
    const noteIds = latest.flatMap(({ note_id }) => (note_id ? [note_id] : []));
    const notes = await db
      .selectFrom('timeline_items')
      .select(['id', 'note', 'event_time', 'custom_emoji', 'meeting_type'])
      .where('user_id', '=', user.user_id)
      .where('id', 'in', inList(noteIds))
      .execute();
    const byId = new Map(notes.map((note) => [note.id, note]));
    const noteOf = new Map(latest.map(({ contact_id, note_id }) => [contact_id, note_id && byId.get(note_id)]));
    return ({ id }) => {
      const note = noteOf.get(id);
      if (!note) return null;
      const preview = [...(note.note ?? '')].slice(0, PREVIEW_LENGTH).join('');
      return {
        id: note.id,
        preview,
        event_time: note.event_time,
        emoji: note.custom_emoji,
        meeting_type: note.meeting_type,
      };
    };
  },

  async _count({ db, user }, rows) {
    const counts = await db
      .selectFrom('groups_contacts')
      .select(['contact_id', (expression) => expression.fn.countAll<number>().as('groups')])
      .where('user_id', '=', user.user_id)
      .where('contact_id', 'in', idsOf(rows))
      .groupBy('contact_id')
      .execute();
    const byId = new Map(counts.map(({ contact_id, groups }) => [contact_id, Number(groups)]));
    return ({ id }) => ({ groups_contacts: byId.get(id) ?? 0 });
  },
};

const PREVIEW_LENGTH = 200;
