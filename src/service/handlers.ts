import { type Gaps, type ManagementName, type OperationName, operation } from '../contract/operations.ts';
import { photoOperation } from '../contract/photos.ts';
import { pathNames } from '../contract/schema/operation.ts';
import { accountHandlers } from './account/handlers.ts';
import { agendaHandlers } from './agenda/handlers.ts';
import { briefingHandlers } from './briefing/handlers.ts';
import { contactBulkHandlers } from './contacts/bulk-handlers.ts';
import { contactDetailHandlers } from './contacts/detail-handlers.ts';
import { contactHandlers, contactWriters } from './contacts/handlers.ts';
import { customFieldHandlers } from './custom-fields/handlers.ts';
import { contactDuplicateHandlers } from './duplicates/handlers.ts';
import { favoriteHandlers } from './favorites/handlers.ts';
import { feedHandlers } from './feeds/handlers.ts';
import { groupHandlers } from './groups/handlers.ts';
import { mergeHandlers } from './history/merge/handlers.ts';
import { trashHandlers } from './history/trash/handlers.ts';
import { interactionHandlers } from './interactions/handlers.ts';
import { labelHandlers } from './labels/handlers.ts';
import { suggestedContactHandlers } from './last-contact/handlers.ts';
import { noteHandlers } from './notes/handlers.ts';
import { overviewHandlers } from './overview/handlers.ts';
import { getPhoto } from './photos/handlers.ts';
import { reminderHandlers } from './reminders/handlers.ts';
import type { AnyHandler, PlainHandler } from './runtime/execute.ts';
import type { Handlers, Writer } from './runtime/handler.ts';
import type { Route } from './runtime/routes.ts';
import { searchHandlers } from './search/handlers.ts';
import { shareLinkHandlers } from './share-links/handlers.ts';
import { syncHandlers } from './sync/handlers.ts';
import { tagHandlers } from './tags/handlers.ts';
import { timelineHandlers } from './timeline/handlers.ts';
import { viewHandlers } from './views/handlers.ts';

/** The handlers of operations on the user's data. Those on the account are in src/server/operations. */
type OwnName = Exclude<OperationName, ManagementName>;

const implemented = {
  ...accountHandlers,
  ...contactHandlers,
  ...contactBulkHandlers,
  ...mergeHandlers,
  ...contactDuplicateHandlers,
  ...contactDetailHandlers,
  ...groupHandlers,
  ...shareLinkHandlers,
  ...tagHandlers,
  ...noteHandlers,
  ...interactionHandlers,
  ...searchHandlers,
  ...timelineHandlers,
  ...briefingHandlers,
  ...overviewHandlers,
  ...favoriteHandlers,
  ...viewHandlers,
  ...reminderHandlers,
  ...customFieldHandlers,
  ...trashHandlers,
  ...agendaHandlers,
  ...feedHandlers,
  ...suggestedContactHandlers,
  ...labelHandlers,
  ...syncHandlers,
};

// A type error names each operation that has no handler.
({}) satisfies Gaps<typeof implemented, 'no handler in src/service/handlers.ts for', OwnName>;

const handlers = implemented as Handlers<OwnName>;

/** Frequent reads over HTTP, serialized without intermediate objects. */
const writers: { [N in OwnName]?: Writer<N> } = contactWriters;

/**
 * The routes of all operations, including photos and `more`. Fixed paths precede paths with an id, so that
 * `/contacts/count` is not a contact with the id "count".
 */
export const allRoutes = (more: Route[] = []): Route[] =>
  [
    ...more,
    ...(Object.keys(handlers) as OwnName[]).map((name) => ({
      operation: operation(name),
      handler: handlers[name] as AnyHandler,
      written: writers[name] as PlainHandler | undefined,
    })),
    { operation: photoOperation, handler: getPhoto },
  ].sort((a, b) => pathNames(a.operation.path).length - pathNames(b.operation.path).length);
