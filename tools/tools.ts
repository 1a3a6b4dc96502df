import type { OperationName } from '../src/contract/operations.ts';
import { accountTools } from './account.ts';
import { agendaTools } from './agenda.ts';
import { briefingTools } from './briefing.ts';
import { contactDetailTools } from './contact-details.ts';
import { contactTools } from './contacts.ts';
import { customFieldTools } from './custom-fields.ts';
import type { ToolDefinition } from './definition.ts';
import { favoriteTools } from './favorites.ts';
import { groupTools } from './groups.ts';
import { noteTools } from './notes.ts';
import { reminderTools } from './reminders.ts';
import { shareLinkTools } from './share-links.ts';
import { tagTools } from './tags.ts';
import { timelineTools } from './timeline.ts';
import { viewTools } from './views.ts';

const all = {
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

type Missing = Exclude<OperationName, keyof typeof all>;

// An operation without a tool does not compile; the message names it.
true satisfies [Missing] extends [never] ? true : `tools/ needs a block for ${Missing}`;

type Definitions = Readonly<Record<OperationName, ToolDefinition>>;

/** The definition of every tool. */
export const toolDefinitions = all as Partial<Definitions> as Definitions;
