import type { ToolText } from './text.ts';

export const contactTools = {
  list_contacts: {
    title: 'Find or list contacts',
    description:
      'Finds contacts by the beginning of words in name, company, job title or e-mail (searchQuery), or lists them newest first. Start here to turn a name into an id. For conditions on tags, dates, places or custom fields use filter_contacts. Relations come only when asked, as include: {"contact_emails": true}.',
    toolsets: ['contacts', 'core'],
  },
  create_contact: {
    title: 'Add a contact',
    description:
      'Adds one person. Look with list_contacts first, so that nobody is added twice; duplicates in the answer names contacts who are almost certainly the same. Several at once: bulk_create_contacts.',
    toolsets: ['contacts', 'core'],
  },
  get_contact: {
    title: 'Get a contact',
    description:
      'Everything known about one person by id: details, tags, groups, custom fields, relations and the last note.',
    toolsets: ['contacts', 'core'],
  },
  get_contact_v1: {
    title: 'Get a contact (v1)',
    description: 'The v1 form of get_contact, for code that needs it. Prefer get_contact.',
    toolsets: ['v1'],
  },
  update_contact: {
    title: 'Change a contact',
    description:
      'Changes one person. Fields left out stay, null clears, a list replaces the whole list; to add or drop single values use add_emails, remove_emails, add_phones, remove_phones and tags_contacts append/remove. last_seen_now records being in touch, snooze_days puts the next reminder off. What happened belongs in create_note.',
    toolsets: ['contacts', 'core'],
  },
  delete_contact: {
    title: 'Delete a contact',
    description:
      'Deletes one person with their details; notes and reminders shared with others stay. To hide someone without losing anything set is_archived with update_contact.',
    toolsets: ['contacts', 'core'],
  },
  bulk_create_contacts: {
    title: 'Add many contacts',
    description:
      'Adds up to 500 people in chunks of 100. With continueOnError a bad one is reported in batch.failedRows and the others go in; without it the first bad one stops the rest.',
    toolsets: ['contacts'],
  },
  bulk_update_contacts: {
    title: 'Change many contacts',
    description:
      'Changes up to 500 people, each with its own data, all or none. For one person use update_contact; to tag many use tag_contacts.',
    toolsets: ['contacts'],
  },
  bulk_delete_contacts: {
    title: 'Delete many contacts',
    description: 'Deletes up to 500 people by id. Answers what it would do until confirm is true.',
    toolsets: ['contacts'],
    confirm: true,
  },
  filter_contacts: {
    title: 'Filter contacts',
    description:
      'Finds contacts that meet all conditions of where: tags, groups, dates such as last_seen_at {"lte": "…"}, presence (has_email), custom fields, alternatives in or; or those near a place, nearest first. For a name or e-mail list_contacts is simpler; for the number alone use count_contacts.',
    toolsets: ['contacts', 'core'],
  },
  count_contacts: {
    title: 'Count contacts',
    description:
      'How many contacts meet the conditions of where, the same as in filter_contacts. Without where: all that are not archived.',
    toolsets: ['contacts'],
  },
  find_contacts_by_email: {
    title: 'Look up e-mail addresses',
    description:
      'The contacts that hold any of up to 100 e-mail addresses, exactly. Use it to recognize the people in a message or meeting.',
    toolsets: ['contacts'],
  },
  find_duplicate_contacts: {
    title: 'Find duplicate contacts',
    description:
      'Contacts that may be one person, the surest first, with a score and the reasons; it only suggests. certain is safe to propose for merge_contacts as it stands; likely and possible are for the person to look at: possible also holds families who share an address or a phone. Narrow with confidence or contactId; include {"contacts": true} shows who they are.',
    toolsets: ['contacts', 'core'],
  },
  merge_contacts: {
    title: 'Merge duplicate contacts',
    description:
      'Makes one contact of each group of ids; notes, tags, e-mails and all else are kept on the one that remains, by default the oldest. Show the person both first. Answers what it would do until confirm is true.',
    toolsets: ['contacts', 'core'],
    confirm: true,
  },
  undo_contact_merge: {
    title: 'Undo a merge',
    description:
      'Takes back the latest merge into this contact, for 30 days: all contacts are as they were before, what was added since stays with this one, what was edited since is lost. Calling again takes back the merge before.',
    toolsets: ['contacts'],
  },
} satisfies Record<string, ToolText>;
