import type { Gaps, ToolName } from '../src/contract/operations.ts';
import { accountTools } from './account.ts';
import { agendaTools } from './agenda.ts';
import { briefingTools } from './briefing.ts';
import { contactDetailTools } from './contact-details.ts';
import { contactTools } from './contacts.ts';
import { customFieldTools } from './custom-fields.ts';
import type { ToolDefinition } from './definition.ts';
import { favoriteTools } from './favorites.ts';
import { groupTools } from './groups.ts';
import { interactionTools } from './interactions.ts';
import { noteTools } from './notes.ts';
import { overviewTools } from './overview.ts';
import { reminderTools } from './reminders.ts';
import { searchTools } from './search.ts';
import { shareLinkTools } from './share-links.ts';
import { tagTools } from './tags.ts';
import { timelineTools } from './timeline.ts';
import { trashTools } from './trash.ts';
import { viewTools } from './views.ts';

const all = {
  ...accountTools,
  ...overviewTools,
  ...contactTools,
  ...contactDetailTools,
  ...groupTools,
  ...shareLinkTools,
  ...tagTools,
  ...noteTools,
  ...interactionTools,
  ...searchTools,
  ...timelineTools,
  ...briefingTools,
  ...favoriteTools,
  ...viewTools,
  ...reminderTools,
  ...customFieldTools,
  ...trashTools,
  ...agendaTools,
};

// Compiles only if every operation has a block and every block an operation. The error names the missing one.
({}) satisfies Gaps<typeof all, 'no block in tools/ for', ToolName>;

type Definitions = Readonly<Record<ToolName, ToolDefinition>>;

/** All tool definitions. */
export const toolDefinitions = all as Partial<Definitions> as Definitions;
