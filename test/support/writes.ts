import type { ToolName } from '../../src/contract/operations.ts';
import { dataOf, makeContact, makeTag } from './people.ts';
import type { User } from './service.ts';
import { idsFrom, type World } from './world.ts';

// A call of every writing tool that changes something, and what its reply must state.

interface Write {
  args(world: World, user: User): object | Promise<object>;
  /** Number of touched contacts; 0 if the reply names none. */
  touched: number;
  /** The undo is a sentence, not a call. */
  sentence?: RegExp;
  /** The response is not the record, so the reply has only counts. */
  bare?: true;
  /** The undo brings back a list whose rows have new ids. */
  newIds?: true;
}

const [NOTE, FIELDS] = ['New text', { first_name: 'Grace', last_name: 'Hopper' }];

export const WRITES: Partial<Record<ToolName, Write>> = {
  create_contact: { args: () => ({ full_name: 'Grace' }), touched: 1 },
  update_contact: {
    args: ({ contact, other, tag, customField }) => ({
      contactId: contact,
      ...FIELDS,
      company: 'Navy',
      birthday: '--12-09',
      starred: true,
      frequency: null,
      last_seen_now: true,
      coordinates: { operation: 'delete' },
      add_emails: [{ email: 'grace@example.com', label: 'work' }],
      remove_phones: ['+12125550100'],
      tags_contacts: { remove: [{ tag_id: tag }] },
      groups_contacts: [],
      custom_fields: [{ id: customField, text_value: 'new' }],
      related_contacts: { append: [{ destination: other, source_contact: 'mother', destination_contact: 'child' }] },
    }),
    touched: 2,
    newIds: true,
  },
  delete_contact: { args: ({ contact }) => ({ contactId: contact }), touched: 1, bare: true },
  bulk_create_contacts: { args: () => ({ contacts: [{ full_name: 'Grace' }, { full_name: 'Ada' }] }), touched: 2 },
  bulk_update_contacts: {
    args: ({ contact, other, tag }) => ({
      updates: [
        { contactId: contact, data: { ...FIELDS, is_archived: true, tags_contacts: { remove: [{ tag_id: tag }] } } },
        { contactId: other, data: { description: 'new', contact_emails: [{ email: 'two@example.com' }] } },
      ],
    }),
    touched: 2,
  },
  bulk_delete_contacts: { args: ({ contact, other }) => ({ contactIds: [contact, other] }), touched: 2, bare: true },
  merge_contacts: { args: ({ contact, other }) => ({ contactIds: [[contact, other]] }), touched: 2 },
  undo_contact_merge: { args: ({ survivor }) => ({ contactId: survivor }), touched: 2 },
  add_contact_email: { args: ({ contact }) => ({ contactId: contact, email: 'b@example.com' }), touched: 1 },
  update_contact_email: {
    args: ({ contact, email }) => ({ contactId: contact, emailId: email, email: 'b@example.com', label: 'home' }),
    touched: 1,
  },
  delete_contact_email: { args: ({ contact, email }) => ({ contactId: contact, emailId: email }), touched: 1 },
  reorder_contact_emails: {
    args: ({ contact, email }) => ({ contactId: contact, order: [{ id: email, ranking: 7 }] }),
    touched: 1,
  },
  add_contact_phone: { args: ({ contact }) => ({ contactId: contact, phone_number: '+4930123456' }), touched: 1 },
  update_contact_phone: {
    args: ({ contact, phone }) => ({ contactId: contact, phoneId: phone, phone_number: '+4930123456', label: null }),
    touched: 1,
  },
  delete_contact_phone: { args: ({ contact, phone }) => ({ contactId: contact, phoneId: phone }), touched: 1 },
  reorder_contact_phones: {
    args: ({ contact, phone }) => ({ contactId: contact, order: [{ id: phone, ranking: 7 }] }),
    touched: 1,
  },
  add_contact_address: { args: ({ contact }) => ({ contactId: contact, city: 'Berlin' }), touched: 1 },
  update_contact_address: {
    args: ({ contact, address }) => ({ contactId: contact, addressId: address, city: 'Berlin' }),
    touched: 1,
  },
  delete_contact_address: { args: ({ contact, address }) => ({ contactId: contact, addressId: address }), touched: 1 },
  create_group: { args: ({ other }) => ({ name: 'Rowers', groups_contacts: [{ contact_id: other }] }), touched: 1 },
  update_group: {
    args: ({ group, other }) => ({
      groupId: group,
      name: 'New',
      emoji: '🧗',
      groups_contacts: [{ contact_id: other }],
    }),
    touched: 2,
  },
  delete_group: { args: ({ group }) => ({ groupId: group }), touched: 1, bare: true },
  add_contacts_to_group: {
    args: ({ group, contact, other, survivor }) => ({ groupId: group, contactIds: [contact, other, survivor] }),
    touched: 2,
  },
  remove_contacts_from_group: {
    args: ({ group, contact, other }) => ({ groupId: group, contactIds: [contact, other] }),
    touched: 1,
  },
  merge_groups: {
    args: ({ group, otherGroup }) => ({ groupId: otherGroup, sourceGroupIds: [group], finalName: 'Both' }),
    touched: 1,
    sentence: /^Run on the command line: kith undo [0-9a-f-]{36}$/,
  },
  create_share_link: { args: ({ group }) => ({ groupId: group }), touched: 0 },
  delete_share_link: {
    args: ({ group, shareLink }) => ({ groupId: group, shareLinkId: shareLink }),
    touched: 0,
    bare: true,
  },
  create_tag: { args: () => ({ name: 'brand new' }), touched: 0 },
  create_tag_v1: { args: () => ({ name: 'brand new' }), touched: 0 },
  bulk_create_tags: { args: () => ({ names: ['brand new', 'newer', 'Ada'] }), touched: 0 },
  update_tag: { args: ({ tag }) => ({ tagId: tag, name: 'renamed' }), touched: 0 },
  delete_tag: { args: ({ tag }) => ({ tagId: tag }), touched: 1, bare: true },
  tag_contacts: {
    async args({ contact, other, tag }, user) {
      return { contactIds: [contact, other], tagIds: [tag, (await makeTag(user, 'second')).id] };
    },
    touched: 2,
  },
  untag_contacts: { args: ({ contact, other, tag }) => ({ contactIds: [contact, other], tagIds: [tag] }), touched: 2 },
  create_note: {
    args: ({ contact, other }) => ({
      note: NOTE,
      timeline_items_contacts: [{ contact_id: contact }, { contact_id: other }],
    }),
    touched: 2,
  },
  bulk_create_notes: {
    args: ({ contact, other }) => ({
      notes: [contact, other].map((contact_id) => ({ note: NOTE, timeline_items_contacts: [{ contact_id }] })),
    }),
    touched: 2,
  },
  update_note: {
    args: ({ note, contact, survivor }) => ({
      noteId: note,
      note: NOTE,
      meeting_type: 'call',
      event_time: '2020-02-03T09:00:00Z',
      timeline_items_contacts: [{ contact_id: contact }, { contact_id: survivor }],
    }),
    touched: 3,
  },
  delete_note: { args: ({ note }) => ({ noteId: note }), touched: 2, bare: true },
  log_interaction: {
    args: ({ contact, other }) => ({ note: NOTE, contacts: [contact, other], remind: { in: '3 days' } }),
    touched: 2,
  },
  create_reminder: {
    args: ({ contact }) => ({ text: 'Call', due_at_date: '2030-01-01', reminders_contacts: [{ contact_id: contact }] }),
    touched: 1,
  },
  update_reminder: { args: ({ reminder }) => ({ reminderId: reminder, is_complete: true }), touched: 1 },
  update_reminder_v1: {
    args: ({ reminder, other }) => ({
      reminderId: reminder,
      due_at_time: '2030-01-01T09:00:00Z',
      recurrence: '1 mon',
      reminders_contacts: [{ contact_id: other }],
    }),
    touched: 2,
  },
  delete_reminder: { args: ({ reminder }) => ({ reminderId: reminder }), touched: 1, bare: true },
  bulk_create_favorites: {
    args: ({ contact, view }) => ({ favorites: [{ contact_id: contact }, { view_id: view }] }),
    touched: 1,
  },
  update_favorite: { args: ({ favorite }) => ({ favoriteId: favorite, ranking: 9 }), touched: 0 },
  bulk_update_favorites: {
    args: ({ favorite }) => ({ updates: [{ favoriteId: favorite, data: { ranking: 9 } }] }),
    touched: 0,
  },
  delete_favorite: {
    async args({ contact }, user) {
      const favorites = [{ contact_id: contact }];
      return { favoriteId: dataOf(await user.post('/v2/favorites/batch', { favorites })).favorites[0].id };
    },
    touched: 1,
    bare: true,
  },
  bulk_delete_favorites: { args: ({ favorite }) => ({ favoriteIds: [favorite] }), touched: 0, bare: true },
  create_view: { args: ({ contact }) => ({ name: 'Some', filters: { in: [contact] } }), touched: 0 },
  update_view: {
    args: ({ view }) => ({ viewId: view, name: 'New', filters: { starred: true }, sort: 'full_name', group_id: null }),
    touched: 0,
  },
  delete_view: { args: ({ view }) => ({ viewId: view }), touched: 0, bare: true },
  create_custom_field: { args: () => ({ name: 'Allergies', field_type: 'input' }), touched: 0 },
  update_custom_field: {
    args: ({ customField }) => ({ customFieldId: customField, name: 'New', categories: [{ category: 'one' }] }),
    touched: 0,
  },
  delete_custom_field: { args: ({ customField }) => ({ customFieldId: customField }), touched: 0, bare: true },
  reorder_custom_fields: {
    async args({ customField }, user) {
      const custom_field = { name: 'Second', field_type: 'input' };
      const second = dataOf(await user.post('/v1/custom-fields', { custom_field })).custom_field.id;
      return { updates: [second, customField].map((customFieldId, ranking) => ({ customFieldId, ranking })) };
    },
    touched: 0,
  },
  set_custom_field_values: {
    args: ({ contact, other, customField }) => ({
      custom_fields: [contact, other].map((contact_id) => ({
        contact_id,
        custom_field_id: customField,
        text_value: 'new',
      })),
    }),
    touched: 2,
  },
  set_custom_field_values_v1: {
    args: ({ contact, customField }) => ({
      custom_fields: [{ contact_id: contact, custom_field_id: customField, text_value: 'new' }],
    }),
    touched: 1,
  },
  restore_from_trash: {
    async args({ trashed }, user) {
      const { id } = await makeContact(user, { full_name: 'Gone' });
      dataOf(await user.call('DELETE', `/v2/contacts/${id}`));
      return { ids: [trashed, id] };
    },
    touched: 1,
  },
  create_calendar_event: {
    args: () => ({ summary: 'Lunch', start_date: new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10) }),
    touched: 0,
  },
  update_calendar_event: {
    args: ({ event }) => ({ eventId: event, summary: 'New', location: 'Here', start_date: '2026-12-24' }),
    touched: 0,
  },
  delete_calendar_event: {
    args: (world) => ({ eventId: idsFrom(world, 'delete_calendar_event')('eventId') }),
    touched: 0,
    sentence: /cannot be restored/,
    bare: true,
  },
  respond_to_calendar_event: {
    args: (world) => ({
      eventId: idsFrom(world, 'respond_to_calendar_event')('eventId'),
      response: 'declined',
    }),
    touched: 0,
    sentence: /another response replaces/,
  },
  select_calendars: { args: ({ calendar }) => ({ calendars: [{ id: calendar, selected: false }] }), touched: 0 },
};

/** Calls as a reply states them: `tool {…}; then tool {…}`. */
export const callsIn = (undo: string): [tool: string, args: object][] =>
  undo
    .replace(/ \(for 30 days\)$/, '')
    .split('; then ')
    .map((call) => [call.slice(0, call.indexOf(' ')), JSON.parse(call.slice(call.indexOf(' ')))]);
