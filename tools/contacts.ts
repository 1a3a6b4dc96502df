import type { Operations } from '../src/contract/operations.ts';
import type { ArgumentsOf, DataOf } from '../src/contract/schema/operation.ts';
import { counted, type DryRun, IN_TRASH, MAX_NAMES_IN_QUESTION, type ToolDefinitions } from './definition.ts';
import { undoBulkUpdate, undoUpdate, updatedParts } from './undo/contacts.ts';
import { fromTrash, toolCall, undoneBy } from './undo/undo.ts';

const CONTACT_PAGES = ['contacts', 'contact', 'timeline', 'group', 'favorites', 'reminders'] as const;

export const contactTools = {
  list_contacts: {
    title: 'Find contacts',
    description:
      'Looks up who someone is or who I know: finds a person by name, company, job title, email, or number (searchQuery), or shows everyone, newest first. archived lists archived people. By tag, date, or place: filter_contacts.',
    toolsets: ['contacts', 'core'],
    everyday: ['searchQuery', 'take', 'cursor', 'include'],
  },
  create_contact: {
    title: 'Add contact',
    description:
      'Adds a new contact: a person I just met, a business card. Look first: search. duplicates in the result are almost certainly the same person.',
    toolsets: ['contacts', 'core'],
    everyday: [
      'full_name',
      'company',
      'job_title',
      'description',
      'birthday',
      'contact_emails',
      'contact_phone_numbers',
      'tags_contacts',
    ],
    undo: undoneBy(({ contact }) => [toolCall('delete_contact', { contactId: contact.id })]),
    notifies: { shownOn: CONTACT_PAGES, contacts: 'named', list: 'changes' },
  },
  get_contact: {
    title: 'Get contact',
    description:
      'Shows everything about one person: phone number, email address, postal address, birthday, tags, groups, custom fields, last note. Notes: list_timeline.',
    toolsets: ['contacts', 'core'],
    everyday: ['contactId'],
  },
  get_contact_v1: {
    title: 'Get contact (v1)',
    description:
      'Like get_contact, which to prefer, but only include adds linkedin_data, groups_count, or coordinates.',
    toolsets: ['v1'],
  },
  update_contact: {
    title: 'Change contact',
    description:
      'Changes one person: new job, company, last name, birthday, star, archive (hide), relation, keep in touch, snooze. null clears. Talks: log_interaction.',
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
      'remove_emails',
      'remove_phones',
      'related_contacts',
      'custom_fields',
    ],
    undo: undoUpdate,
    notifies: { shownOn: CONTACT_PAGES, contacts: 'named', list: 'stays' },
  },
  delete_contact: {
    title: 'Delete contact',
    description:
      'Deletes one person, and notes and reminders about nobody else. restore_from_trash restores all for 30 days. To hide someone: is_archived in update_contact.',
    toolsets: ['contacts', 'core'],
    undo: fromTrash('Its details, links, favorites, and notes and reminders about nobody else are deleted too'),
    notifies: { shownOn: CONTACT_PAGES, contacts: 'any', list: 'changes' },
  },
  bulk_create_contacts: {
    title: 'Add many contacts',
    description: 'Adds a list of up to 500 people at once, such as guests or an import. One: create_contact.',
    toolsets: ['contacts'],
    undo: undoneBy(({ contacts }) =>
      contacts.length > 0 ? [toolCall('bulk_delete_contacts', { contactIds: contacts.map(({ id }) => id) })] : [],
    ),
    notifies: { shownOn: CONTACT_PAGES, contacts: 'named', list: 'changes' },
  },
  bulk_update_contacts: {
    title: 'Change many contacts',
    description: 'Changes up to 500 people at once, each with its own data, all or none. One: update_contact.',
    toolsets: ['contacts'],
    undo: undoBulkUpdate,
    shows: updatedParts,
    notifies: { shownOn: CONTACT_PAGES, contacts: 'named', list: 'stays' },
  },
  bulk_delete_contacts: {
    title: 'Delete many contacts',
    description: 'Deletes up to 500 people at once. A dry run until confirm is true. Undo: restore_from_trash.',
    toolsets: ['contacts'],
    undo: fromTrash('Their details, links, favorites, and notes and reminders about nobody else are deleted too'),
    notifies: { shownOn: CONTACT_PAGES, contacts: 'any', list: 'changes' },
    confirm: {
      async question({ told: { ids }, names }) {
        if (ids.length === 0) return undefined;
        const list = await names(ids.slice(0, MAX_NAMES_IN_QUESTION));
        return `delete ${counted(ids.length, 'contact')} (${list(ids)})? ${IN_TRASH}`;
      },
      contactIds: ({ ids }) => ids,
    },
  },
  filter_contacts: {
    title: 'Filter contacts',
    description:
      'Shows people by conditions (where): tagged or without a tag, group, birthday in a month, not seen since a day, no email address, a custom field; or near a place. is_archived finds archived people. By name: list_contacts.',
    toolsets: ['contacts', 'core'],
    everyday: ['where', 'take', 'cursor'],
  },
  count_contacts: {
    title: 'Count contacts',
    description:
      'Counts people: how many there are, or how many meet conditions, such as starred (where). As a list: filter_contacts.',
    toolsets: ['contacts'],
  },
  find_contacts_by_email: {
    title: 'Look up email addresses',
    description:
      'Finds who is behind up to 100 exact email addresses, such as the guests of a meeting. Includes archived people. By name: list_contacts.',
    toolsets: ['contacts'],
  },
  find_duplicate_contacts: {
    title: 'Find duplicate contacts',
    description:
      'Suggests duplicates: unarchived contacts that look like the same person twice, best match first, with reasons. Propose certain ones for merge_contacts; possible ones can be a family. include ["contacts"] adds their data.',
    toolsets: ['contacts'],
    everyday: ['include', 'take', 'cursor'],
  },
  merge_contacts: {
    title: 'Merge duplicate contacts',
    description:
      'Makes one contact of several duplicates: merges and combines the same person into the oldest contact or one of survivorIds. A dry run until confirm is true. Undo: undo_contact_merge.',
    toolsets: ['contacts', 'core'],
    undo: undoneBy(({ merged }) => merged.map(({ id }) => toolCall('undo_contact_merge', { contactId: id }))),
    notifies: { shownOn: CONTACT_PAGES, contacts: 'any', list: 'changes' },
    confirm: {
      question: async (dryRun) =>
        dryRun.told.merged.length > 0 ? `${await mergesIn(dryRun)}? You can undo this for 30 days.` : undefined,
    },
  },
  undo_contact_merge: {
    title: 'Undo merge',
    description:
      'Takes back the latest merge into this contact within 30 days: separates them again. Deleted ones: restore_from_trash.',
    toolsets: ['contacts'],
    undo: undoneBy(({ contacts }, { contactId }) => [
      toolCall('merge_contacts', { contactIds: [contacts.map(({ id }) => id)], survivorIds: [contactId] }),
    ]),
    notifies: { shownOn: CONTACT_PAGES, contacts: 'any', list: 'changes' },
  },
} satisfies ToolDefinitions;

type Merge = Operations['merge_contacts'];

/** Describes each merge with its contacts and the resulting name. Omits groups that failed in the dry run. */
async function mergesIn({ args, told, names, quoted }: DryRun<ArgumentsOf<Merge>, DataOf<Merge>>): Promise<string> {
  const groups = args.contactIds.map((group) => (Array.isArray(group) ? group : group.contactIds));
  const groupOf = (id: string) => groups.find((group) => group.includes(id));
  const list = await names(told.merged.flatMap(({ id }) => groupOf(id) ?? []));
  const merges = told.merged
    .slice(0, MAX_NAMES_IN_QUESTION)
    .map(
      ({ id, full_name }) => `merge ${list([...new Set(groupOf(id) ?? [id])])} into ${quoted(full_name ?? 'no name')}`,
    );
  const more = told.merged.length - merges.length;
  return merges.join('; ') + (more > 0 ? `; and ${counted(more, 'more merge')}` : '');
}
