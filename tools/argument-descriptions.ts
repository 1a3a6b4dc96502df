// Descriptions that tools show for arguments without one of their own (`toolDescription` in the contract). Each costs
// tokens in every conversation, so they are phrases.

const NEW_NAME = 'new name';
const EVENT_TEXT = 'agenda or other details';

/** By argument, or by tool and argument. */
export const ARGUMENT_DESCRIPTIONS: Readonly<Record<string, string>> = {
  noteId: 'id from search_notes',
  reminderId: 'id from list_reminders',
  favoriteId: 'id from list_favorites',
  favoriteIds: 'ids from list_favorites',
  addressId: 'id from get_contact',
  shareLinkId: 'id from list_share_links',
  id: 'an id from search',

  'create_contact.first_name': 'given name',
  'create_contact.last_name': 'family name',
  'create_contact.job_title': 'position',
  'create_contact.company': 'employer',
  full_name: 'default: both',
  starred: 'important',
  is_archived: 'hidden',
  never_keep_in_touch: 'no reminders',
  contact_emails: 'main one first',
  contact_phone_numbers: 'main one first',
  groups_contacts: 'groups, id or name',
  tags_contacts: 'tags, id or name',
  add_emails: 'new ones',
  remove_emails: 'addresses',
  add_phones: 'new ones',
  remove_phones: 'numbers',
  continueOnError: 'true: skip invalid rows',

  email: 'such as ada@example.com',
  emails: 'exact addresses',
  phone_number: 'with country code',
  city: 'or town',
  country: 'name, as written',
  postal_code: 'or ZIP code',
  order: 'lowest ranking first',
  updates: 'lowest ranking first',
  'bulk_update_contacts.updates': 'one row per person',

  name: NEW_NAME,
  'create_group.name': 'such as Book club',
  'create_tag.name': 'such as climbing',
  'create_tag_v1.name': 'such as climbing',
  'create_view.name': 'such as Lapsed friends',
  'create_custom_field.name': 'such as Shirt size',
  names: 'one per tag',
  emoji: 'shown before the name',
  'create_group.description': 'purpose',
  'update_group.description': 'purpose',
  finalName: 'name of the merged group',
  finalEmoji: 'its emoji; default: unchanged',

  note: 'what happened',
  text: 'what to do',
  isComplete: 'true: done; false: open',
  isOverdue: 'true: only overdue',

  summary: 'title',
  location: 'place or meeting link',
  'create_calendar_event.description': EVENT_TEXT,
  'update_calendar_event.description': EVENT_TEXT,
  'search_emails.dateRange': 'YYYY-MM-DD or times; default: all',
  'list_calendar_events.dateRange': 'YYYY-MM-DD or times; default: 7 days',
};
