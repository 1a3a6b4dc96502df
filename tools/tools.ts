import type { Gaps, OperationName } from '../src/contract/operations.ts';
import { accountTools } from './account.ts';
import { agendaTools } from './agenda.ts';
import { briefingTools } from './briefing.ts';
import { contactDetailTools } from './contact-details.ts';
import { contactTools } from './contacts.ts';
import { customFieldTools } from './custom-fields.ts';
import { favoriteTools } from './favorites.ts';
import { groupTools } from './groups.ts';
import { noteTools } from './notes.ts';
import { reminderTools } from './reminders.ts';
import { shareLinkTools } from './share-links.ts';
import { tagTools } from './tags.ts';
import type { ToolText } from './text.ts';
import { timelineTools } from './timeline.ts';
import { viewTools } from './views.ts';

const texts = {
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
};

// Does not compile while an operation has no text, or a text no operation: the error names it.
({}) satisfies Gaps<typeof texts, 'no text in tools/ for'>;

/** The text of every tool. */
export const toolTexts = texts as Partial<Record<OperationName, ToolText>> as Record<OperationName, ToolText>;
