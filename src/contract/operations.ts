import { accessKeys } from './access-keys.ts';
import { account } from './account.ts';
import { accounts } from './accounts.ts';
import { addressBooks } from './address-books.ts';
import { agenda } from './agenda.ts';
import { briefing } from './briefing.ts';
import { calendars } from './calendars.ts';
import { conflicts } from './conflicts.ts';
import { connectedApps } from './connected-apps.ts';
import { contactBulk } from './contact-bulk.ts';
import { contactDetails } from './contact-details.ts';
import { contactMerge } from './contact-merge.ts';
import { contactSearch } from './contact-search.ts';
import { contacts } from './contacts.ts';
import { customFields } from './custom-fields.ts';
import { favorites } from './favorites.ts';
import { feed } from './feed.ts';
import { groups } from './groups.ts';
import { labels } from './labels.ts';
import { lastContact } from './last-contact.ts';
import { merges } from './merges.ts';
import { messages } from './messages.ts';
import { notes } from './notes.ts';
import type { photoOperation } from './photos.ts';
import { reminders } from './reminders.ts';
import type { Operation, PathNames, Surface } from './schema/operation.ts';
import type { IdKind } from './schema/primitives.ts';
import { search } from './search.ts';
import { securityLog } from './security-log.ts';
import { sessions } from './sessions.ts';
import { shareLinks } from './share-links.ts';
import { tags } from './tags.ts';
import { timeline } from './timeline.ts';
import { trash } from './trash.ts';
import { views } from './views.ts';

/** The contract: every operation by name. */
export const operations = {
  ...account,
  ...contacts,
  ...contactBulk,
  ...contactSearch,
  ...contactMerge,
  ...merges,
  ...contactDetails,
  ...groups,
  ...shareLinks,
  ...tags,
  ...notes,
  ...search,
  ...timeline,
  ...briefing,
  ...favorites,
  ...views,
  ...reminders,
  ...customFields,
  ...trash,
  ...agenda,
  ...calendars,
  ...accounts,
  ...lastContact,
  ...labels,
  ...messages,
  ...feed,
  ...addressBooks,
  ...conflicts,
  ...accessKeys,
  ...sessions,
  ...connectedApps,
  ...securityLog,
};

export type Operations = typeof operations;
export type OperationName = keyof Operations;

type IsOffered<O, S extends Surface> = O extends { offered: readonly (infer W)[] }
  ? S extends W
    ? true
    : false
  : true;

/** The names of the operations that are MCP tools. */
export type ToolName = {
  [N in OperationName]: IsOffered<Operations[N], 'tool'> extends true ? N : never;
}[OperationName];

/** The names of the operations that manage the account; `src/server/operations/` has their handlers. */
export type ManagementName = {
  [N in OperationName]: Operations[N] extends { management: true } ? N : never;
}[OperationName];

/**
 * Nothing, where `T` has an entry for each of `Names` and no others. Else an object that the compiler shows in its
 * error, with the names that are missing under `label`.
 */
export type Gaps<T, Label extends string, Names extends OperationName = OperationName> = (Exclude<
  Names,
  keyof T
> extends never
  ? unknown
  : { [K in Label]: Exclude<Names, keyof T> }) &
  (Exclude<keyof T, Names> extends never ? unknown : { 'no operation is called': Exclude<keyof T, Names> });

export const operationNames = Object.keys(operations) as OperationName[];

/** The operation as plain facts, for code that treats all alike. */
export const operation = (name: OperationName): Operation => operations[name];

type PathParameter = PathNames<Operations[OperationName]['path']> | PathNames<(typeof photoOperation)['path']>;

/** Whether an operation is offered there. */
export const isOfferedAt = ({ offered }: Pick<Operation, 'offered'>, surface: Surface): boolean =>
  offered?.includes(surface) ?? true;

/** The operations that are MCP tools. */
export const toolNames = operationNames.filter((name): name is ToolName => isOfferedAt(operation(name), 'tool'));

/** The operations that the REST API has. */
export const apiNames = operationNames.filter((name) => isOfferedAt(operation(name), 'api'));

/** What the ids in paths are ids of. */
export const PATH_KINDS: Record<PathParameter, IdKind> = {
  contactId: 'contact',
  emailId: 'e-mail address',
  phoneId: 'phone number',
  addressId: 'postal address',
  groupId: 'group',
  shareLinkId: 'share link',
  tagId: 'tag',
  noteId: 'note',
  reminderId: 'reminder',
  favoriteId: 'favorite',
  viewId: 'view',
  customFieldId: 'custom field',
  eventId: 'event',
  messageId: 'message',
  accountId: 'connected account',
  suggestedContactId: 'suggested contact',
  photoId: 'photo',
  bookId: 'address book',
  conflictId: 'conflict',
  trashId: 'deleted thing',
  sessionId: 'session',
  passkeyId: 'passkey',
  appId: 'connected app',
  id: 'record',
};

/** What the ids in paths name. */
export const PATH_PARAMETERS: Record<PathParameter, string> = {
  contactId: 'The contact, by its id.',
  emailId: 'The e-mail address, by its id.',
  phoneId: 'The phone number, by its id.',
  addressId: 'The postal address, by its id.',
  groupId: 'The group, by its id; the one that is kept, in a merge.',
  shareLinkId: 'The share link, by its id.',
  tagId: 'The tag, by its id.',
  noteId: 'The note, by its id.',
  reminderId: 'The reminder, by its id.',
  favoriteId: 'The favorite, by its own id, not that of what it pins.',
  viewId: 'The view, by its id.',
  customFieldId: 'The custom field, by its id.',
  eventId: "The event, by the provider's own id.",
  messageId: "The message, by the provider's own id.",
  accountId: 'The connected account, by its id.',
  suggestedContactId: 'The suggested contact, by the id in `list_suggested_contacts`.',
  photoId: 'The photo, by its id: the SHA-256 of its bytes in hex.',
  bookId: 'The synced address book, by its id.',
  conflictId: 'The conflict, by its id.',
  trashId: 'The deleted thing, by the id that it had.',
  sessionId: 'The browser session, by its id.',
  passkeyId: 'The passkey, by the id of its credential.',
  appId: 'The connected app, by the id of its connection.',
  id: 'The record, by the id that `search` gives it.',
};
