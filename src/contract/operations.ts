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
import { interactions } from './interactions.ts';
import { labels } from './labels.ts';
import { lastContact } from './last-contact.ts';
import { merges } from './merges.ts';
import { messages } from './messages.ts';
import { notes } from './notes.ts';
import { overview } from './overview.ts';
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

/** The contract: all operations by name. */
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
  ...interactions,
  ...search,
  ...timeline,
  ...briefing,
  ...overview,
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
 * `unknown` if `T` has exactly one entry per name. Otherwise an object type that makes the compiler's error list the
 * missing names under `Label`.
 */
export type Gaps<T, Label extends string, Names extends OperationName = OperationName> = (Exclude<
  Names,
  keyof T
> extends never
  ? unknown
  : { [K in Label]: Exclude<Names, keyof T> }) &
  (Exclude<keyof T, Names> extends never ? unknown : { 'no operation is called': Exclude<keyof T, Names> });

export const operationNames = Object.keys(operations) as OperationName[];

/** Returns an operation with the general type, for code that handles all operations alike. */
export const operation = (name: OperationName): Operation => operations[name];

type PathParameter = PathNames<Operations[OperationName]['path']> | PathNames<(typeof photoOperation)['path']>;

/** Whether an operation is offered on a surface. */
export const isOfferedAt = ({ offered }: Pick<Operation, 'offered'>, surface: Surface): boolean =>
  offered?.includes(surface) ?? true;

/** The operations that are MCP tools. */
export const toolNames = operationNames.filter((name): name is ToolName => isOfferedAt(operation(name), 'tool'));

/** The operations in the REST API. */
export const apiNames = operationNames.filter((name) => isOfferedAt(operation(name), 'api'));

/** The kinds of records that path parameters identify. */
export const PATH_KINDS: Record<PathParameter, IdKind> = {
  contactId: 'contact',
  emailId: 'email address',
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
  trashId: 'deleted record',
  sessionId: 'session',
  passkeyId: 'passkey',
  appId: 'connected app',
  id: 'record',
};

/** Descriptions of path parameters. */
export const PATH_PARAMETERS: Record<PathParameter, string> = {
  contactId: 'Id of the contact, a UUID.',
  emailId: 'Id of the email address, a UUID.',
  phoneId: 'Id of the phone number, a UUID.',
  addressId: 'Id of the postal address, a UUID.',
  groupId: 'Id of the group. In a merge, the group to keep.',
  shareLinkId: 'Id of the share link, a UUID.',
  tagId: 'Id of the tag, a UUID.',
  noteId: 'Id of the note, a UUID.',
  reminderId: 'Id of the reminder, a UUID.',
  favoriteId: 'Id of the favorite, not of its target.',
  viewId: 'Id of the view, a UUID.',
  customFieldId: 'Id of the custom field, a UUID.',
  eventId: "The provider's id of the event.",
  messageId: "The provider's id of the message.",
  accountId: 'Id of the connected account, a UUID.',
  suggestedContactId: 'Id of the suggested contact, from `list_suggested_contacts`.',
  photoId: 'Id of the photo: the SHA-256 of its bytes in hex.',
  bookId: 'Id of the synced address book, a UUID.',
  conflictId: 'Id of the conflict, a UUID.',
  trashId: 'Id that the deleted record had.',
  sessionId: 'Id of the browser session, from `list_sessions`.',
  passkeyId: 'Id of the passkey’s credential.',
  appId: 'Id of the app’s connection.',
  id: 'Id of the record, from `search`.',
};
