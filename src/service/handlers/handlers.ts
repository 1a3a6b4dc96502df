import type { OperationName } from '../../catalogue/operations.ts';
import type { Handlers } from '../context.ts';
import { accountHandlers } from './account.ts';
import { agendaHandlers } from './agenda.ts';
import { briefingHandlers } from './briefing.ts';
import { contactBulkHandlers } from './contact-bulk.ts';
import { contactDetailHandlers } from './contact-details.ts';
import { contactDuplicateHandlers } from './contact-duplicates.ts';
import { contactMergeHandlers } from './contact-merge.ts';
import { contactHandlers } from './contacts.ts';
import { customFieldHandlers } from './custom-fields.ts';
import { favoriteHandlers } from './favorites.ts';
import { groupHandlers } from './groups.ts';
import { noteHandlers } from './notes.ts';
import { reminderHandlers } from './reminders.ts';
import { shareLinkHandlers } from './share-links.ts';
import { tagHandlers } from './tags.ts';
import { timelineHandlers } from './timeline.ts';
import { viewHandlers } from './views.ts';

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
