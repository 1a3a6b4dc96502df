import type { OperationName } from '../src/catalogue/operations.ts';
import { accountTools } from './account.ts';
import { contactDetailTools } from './contact-details.ts';
import { contactTools } from './contacts.ts';
import { customFieldTools } from './custom-fields.ts';
import { noteTools } from './notes.ts';
import { reminderTools } from './reminders.ts';
import { tagTools } from './tags.ts';
import type { ToolText } from './text.ts';

/** The text of every tool. A missing or stale one does not compile. */
export const toolTexts = {
  ...accountTools,
  ...contactTools,
  ...contactDetailTools,
  ...tagTools,
  ...noteTools,
  ...reminderTools,
  ...customFieldTools,
} satisfies Record<OperationName, ToolText> as Record<OperationName, ToolText>;
