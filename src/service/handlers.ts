import type { OperationName } from '../contract/operations.ts';
import { accountHandlers } from './account/handlers.ts';
import { agendaHandlers } from './agenda/handlers.ts';
import { briefingHandlers } from './briefing/handlers.ts';
import { contactBulkHandlers } from './contacts/bulk-handlers.ts';
import { contactDetailHandlers } from './contacts/detail-handlers.ts';
import { contactHandlers } from './contacts/handlers.ts';
import { customFieldHandlers } from './custom-fields/handlers.ts';
import { contactDuplicateHandlers } from './duplicates/handlers.ts';
import { favoriteHandlers } from './favorites/handlers.ts';
import { groupHandlers } from './groups/handlers.ts';
import { contactMergeHandlers } from './merge/handlers.ts';
import { noteHandlers } from './notes/handlers.ts';
import { reminderHandlers } from './reminders/handlers.ts';
import type { Handlers } from './runtime/handler.ts';
import { shareLinkHandlers } from './share-links/handlers.ts';
import { tagHandlers } from './tags/handlers.ts';
import { timelineHandlers } from './timeline/handlers.ts';
import { viewHandlers } from './views/handlers.ts';

/** The implementation of every operation of the catalogue. */
export const handlers: Handlers<OperationName> = {
  ...accountHandlers,
  ...contactHandlers,
  ...contactBulkHandlers,
  ...contactMergeHandlers,
  ...contactDuplicateHandlers,
  ...contactDetailHandlers,
  ...groupHandlers,
  ...shareLinkHandlers,
  ...tagHandlers,
  ...noteHandlers,
  ...timelineHandlers,
  ...briefingHandlers,
  ...favoriteHandlers,
  ...viewHandlers,
  ...reminderHandlers,
  ...customFieldHandlers,
  ...agendaHandlers,
};
