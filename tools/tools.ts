import type { OperationName } from '../src/contract/operations.ts';
import { accountTools } from './account.ts';
import { agendaTools } from './agenda.ts';
import { briefingTools } from './briefing.ts';
import { contactDetailTools } from './contact-details.ts';
import { contactTools } from './contacts.ts';
import { customFieldTools } from './custom-fields.ts';
import type { ToolText } from './definition.ts';
import { favoriteTools } from './favorites.ts';
import { groupTools } from './groups.ts';
import { noteTools } from './notes.ts';
import { reminderTools } from './reminders.ts';
import { shareLinkTools } from './share-links.ts';
import { tagTools } from './tags.ts';
import { timelineTools } from './timeline.ts';
import { viewTools } from './views.ts';

/** The text of every tool. A missing or stale one does not compile. */
export const toolTexts = {
  ...accountTools,
  ...contactTools,
  ...contactDetailTools,
  ...groupTools,
  ...shareLinkTools,
  ...tagTools,
  ...noteTools,
  ...timelineTools,
  ...briefingTools,
  ...favoriteTools,
  ...viewTools,
  ...reminderTools,
  ...customFieldTools,
  ...agendaTools,
} satisfies Record<OperationName, ToolText> as Record<OperationName, ToolText>;
