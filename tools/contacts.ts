import type { ToolText } from './text.ts';

export const contactTools = {
  list_contacts: {
    title: 'Find or list contacts',
    description:
      'Finds people by name, company, job title or e-mail (searchQuery), or lists everyone, newest first. Start here to turn a name into an id. By tag, date or place: filter_contacts.',
    toolsets: ['contacts', 'core'],
    everyday: ['searchQuery', 'take', 'cursor', 'include'],
  },
  create_contact: {
    title: 'Add a contact',
    description:
      'Adds one new person you met. Look with list_contacts first, so that nobody is doubled. Several: bulk_create_contacts.',
    toolsets: ['contacts', 'core'],
    everyday: [
      'full_name',
      'company',
      'job_title',
      'description',
      'birthday',
      'frequency',
      'contact_emails',
      'contact_phone_numbers',
      'tags_contacts',
    ],
  },
  get_contact: {
    title: 'Get a contact',
    description:
      'Everything about one person by id: phone number, e-mail, address, birthday, tags, groups, custom fields, last note.',
    toolsets: ['contacts', 'core'],
    everyday: ['contactId'],
  },
  get_contact_v1: {
    title: 'Get a contact (v1)',
    description: 'v1 form of get_contact.',
    toolsets: ['v1'],
  },
  update_contact: {
    title: 'Change a contact',
    description:
      'Changes one person: job, company, birthday, starred, archived, how often to keep in touch (frequency). Fields left out stay, null clears, a list replaces the old; add_ and remove_ keep it. last_seen_now: just met; snooze_days puts off. What was said: create_note.',
    toolsets: ['contacts', 'core'],
    everyday: [
      'contactId',
      'full_name',
      'company',
      'job_title',
      'description',
      'birthday',
      'starred',
      'is_archived',
      'frequency',
      'last_seen_now',
      'snooze_days',
      'add_emails',
      'add_phones',
    ],
  },
  delete_contact: {
    title: 'Delete a contact',
    description: 'Deletes one person for good. To hide someone set is_archived with update_contact.',
    toolsets: ['contacts', 'core'],
  },
  bulk_create_contacts: {
    title: 'Add many contacts',
    description: 'Adds a list of up to 500 people at once. continueOnError: bad ones are told, the others go in.',
    toolsets: ['contacts'],
  },
  bulk_update_contacts: {
    title: 'Change many contacts',
    description: 'Changes up to 500 people, each with its own data, all or none. To tag many: tag_contacts.',
    toolsets: ['contacts'],
  },
  bulk_delete_contacts: {
    title: 'Delete many contacts',
    description: 'Deletes up to 500 people at once. Shows what would go until confirm is true.',
    toolsets: ['contacts'],
    confirm: true,
  },
  filter_contacts: {
    title: 'Filter contacts',
    description:
      'Finds people by conditions in where (tag, group, birthday month, not seen since, without e-mail, custom field) or near a place. By name: list_contacts.',
    toolsets: ['contacts', 'core'],
    everyday: ['where', 'near', 'sort', 'take', 'cursor'],
  },
  count_contacts: {
    title: 'Count contacts',
    description: 'How many people there are, or meet conditions (where as in filter_contacts).',
    toolsets: ['contacts'],
  },
  find_contacts_by_email: {
    title: 'Look up e-mail addresses',
    description: 'Who the people behind up to 100 exact e-mail addresses are, as in the guests of a meeting.',
    toolsets: ['contacts'],
  },
  merge_contacts: {
    title: 'Merge duplicate contacts',
    description:
      'Makes one contact of several that are the same person; nothing is lost, the oldest stays. Shows the result until confirm is true.',
    toolsets: ['contacts', 'core'],
    confirm: true,
  },
  undo_contact_merge: {
    title: 'Undo a merge',
    description: 'Takes back the latest merge into this contact, up to 30 days old: separates them again as they were.',
    toolsets: ['contacts'],
  },
} satisfies Record<string, ToolText>;
