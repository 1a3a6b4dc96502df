import { randomUUID } from 'node:crypto';
import { meetingTypes } from '../../src/service/notes/read/meeting-types.ts';
import type { Database } from './database.ts';
import { invitationOf, messageOf, spareOf } from './mailboxes.ts';
import { dataOf, makeContacts, makeNote, makeTag } from './people.ts';
import { addFavorites, addGroup, addShareLink, addView } from './records.ts';
import type { IdOf } from './samples.ts';
import type { User } from './service.ts';

/** One of every kind of record, by the name of its id. */
export interface World {
  contact: string;
  other: string;
  /** The survivor of a merge. */
  survivor: string;
  email: string;
  phone: string;
  address: string;
  tag: string;
  note: string;
  group: string;
  otherGroup: string;
  shareLink: string;
  view: string;
  favorite: string;
  customField: string;
  reminder: string;
  /** A deleted tag. */
  trashed: string;
  /** A group that another group was merged into. */
  mergedGroup: string;
  /** At a provider, or unknown if no account can be connected. */
  event: string;
  calendar: string;
}

/** Fills a user's account. Every text contains `secret`, so that a leak shows. */
export async function makeWorld(user: User, secret: string): Promise<World> {
  const details = {
    contact_emails: [{ email: `${secret}@example.com` }],
    contact_phone_numbers: [{ phone_number: '+12125550100', label: secret }],
    legacy_contact_addresses: [{ formatted: `1 ${secret} Street` }],
    linkedin: secret,
    frequency: '7 days',
    coordinates: { operation: 'set', data: { latitude: 5, longitude: 5 } },
  };
  const [contact, other] = await makeContacts(user, [
    { full_name: `${secret} One`, ...details },
    { full_name: `${secret} Two` },
  ]);
  const [survivor, away] = await makeContacts(user, [{ full_name: `${secret} Three` }, {}]);
  dataOf(await user.post('/v2/contacts/merge', { contactIds: [[survivor.id, away.id]] }));
  const tag = await makeTag(user, secret);
  dataOf(await user.post('/v2/tags/contacts/add', { contactIds: [contact.id], tagIds: [tag.id] }));
  const links = [{ contact_id: contact.id }, { contact_id: other.id }];
  const note = await makeNote(user, { note: `${secret} note`, timeline_items_contacts: links });
  const group = await addGroup(user, secret, { groups_contacts: [{ contact_id: contact.id }] });
  const view = await addView(user, secret, { group_id: group, filters: { name: secret } });
  const [favorite] = await addFavorites(user, { view_id: view });
  const field = { name: secret, field_type: 'input' };
  const customField = dataOf(await user.post('/v1/custom-fields', { custom_field: field })).custom_field.id;
  const reminder = dataOf(
    await user.post('/v2/reminders', {
      reminder: { text: secret, due_at_date: '2026-11-01', reminders_contacts: [{ contact_id: contact.id }] },
    }),
  ).reminder.id;
  const trashed = await makeTag(user, `${secret} gone`);
  dataOf(await user.call('DELETE', `/v2/tags/${trashed.id}`));
  const [mergedGroup, joined] = [await addGroup(user, `${secret} three`), await addGroup(user, `${secret} four`)];
  const merge = { sourceGroupIds: [joined], finalName: `${secret} three` };
  dataOf(await user.post(`/v2/groups/${mergedGroup}/merge`, merge));
  const event = await user.connect?.(secret);
  const calendars = event === undefined ? [] : dataOf(await user.get('/v2/agenda/calendars')).calendars;
  return {
    contact: contact.id,
    other: other.id,
    survivor: survivor.id,
    email: contact.contact_emails[0].id,
    phone: contact.contact_phone_numbers[0].id,
    address: contact.legacy_contact_addresses[0].id,
    tag: tag.id,
    note: note.id,
    group,
    otherGroup: await addGroup(user, `${secret} two`),
    shareLink: (await addShareLink(user, group)).id,
    view,
    favorite: favorite!,
    customField,
    reminder,
    trashed: trashed.id,
    mergedGroup,
    event: event ?? randomUUID(),
    calendar: calendars[0]?.id ?? randomUUID(),
  };
}

/** A user's world for many tests, recreated under another name if a test has removed something. */
export function lastingWorld(user: User, database: Database): (how?: { anew: boolean }) => Promise<World> {
  let world: World | undefined;
  let made = 0;
  const isWhole = ({ event, calendar, trashed, ...known }: World): boolean => {
    const rows = database.rowsOf(user.id);
    if (!rows.includes(`"object_id":"${trashed}"`)) return false;
    return Object.values(known).every((id) => rows.includes(`"id":"${id}"`));
  };
  return async ({ anew } = { anew: false }) => {
    if (!world || anew || !isWhole(world)) world = await makeWorld(user, `made-${++made}`);
    return world;
  };
}

const OWNED: [RegExp, keyof World][] = [
  [/destination$|contactIds\[0\]\[1\]$/, 'other'],
  [/contactId$|contact_id$|contactIds\b|survivorIds\b|\bsource$|\bin\[0\]$|^contacts\[0\]$/, 'contact'],
  [/emailId$/, 'email'],
  [/phoneId$/, 'phone'],
  [/addressId$/, 'address'],
  [/tagId$|tag_id$|tagIds\b|\btags\./, 'tag'],
  [/sourceGroupIds\b|parent_id$/, 'otherGroup'],
  [/groupId$|group_id$|groupIds\b|\bgroups\./, 'group'],
  [/shareLinkId$/, 'shareLink'],
  [/viewId$|view_id$/, 'view'],
  [/favoriteIds?\b/, 'favorite'],
  [/noteId$/, 'note'],
  [/custom_fields\[0\]\.id$|customFieldId$|custom_field_id$/, 'customField'],
  [/reminder_id$|reminderId$/, 'reminder'],
  [/eventId$/, 'event'],
  [/trashId$/, 'trashed'],
];

/** The world's record for an operation's id field, or undefined for an unknown id. */
export function ownedBy(operation: string, field: string): keyof World | undefined {
  if (operation === 'undo_contact_merge') return 'survivor';
  if (operation === 'undo_group_merge') return 'mergedGroup';
  if (operation === 'restore_from_trash') return 'trashed';
  if (operation === 'fetch') return 'contact';
  if (/^order\[0\]\.id$/.test(field)) return operation.includes('email') ? 'email' : 'phone';
  return OWNED.find(([pattern]) => pattern.test(field))?.[1];
}

/** Number of a world's events used for deletions. */
const deleted = new WeakMap<World, number>();

/** Ids for a valid request of their owner, all from one world. */
export function idsFrom(world: World, operation: string): IdOf {
  const fresh = randomUUID();
  return (field) => {
    if (operation === 'delete_calendar_event' && field === 'eventId') {
      const number = deleted.get(world) ?? 0;
      deleted.set(world, number + 1);
      return spareOf(world.event, number);
    }
    if (operation === 'respond_to_calendar_event' && field === 'eventId') return invitationOf(world.event);
    // Other requests of the test need what is in the trash.
    if (operation === 'delete_from_trash') return fresh;
    if (operation === 'fetch') return world.contact;
    if (operation === 'get_email' && field === 'messageId') return messageOf(world.event);
    if (operation === 'select_calendars') return world.calendar;
    if (operation === 'create_group' && field === 'group.id') return fresh;
    // A contact that does not exist yet can refer only to itself.
    if (operation.includes('create_contact') && /^(contacts\[0\]\.)?(id|contact_birthdays\.contact_id)$/.test(field))
      return fresh;
    const owned = ownedBy(operation, field);
    if (owned) return world[owned];
    return /meeting_?type_?id$/i.test(field) ? meetingTypes[0]!.id : randomUUID();
  };
}
