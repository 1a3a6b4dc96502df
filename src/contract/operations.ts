import { account } from './account.ts';
import { agenda } from './agenda.ts';
import { briefing } from './briefing.ts';
import { contactBulk } from './contact-bulk.ts';
import { contactDetails } from './contact-details.ts';
import { contactMerge } from './contact-merge.ts';
import { contactSearch } from './contact-search.ts';
import { contacts } from './contacts.ts';
import { customFields } from './custom-fields.ts';
import { favorites } from './favorites.ts';
import { groups } from './groups.ts';
import { notes } from './notes.ts';
import type { Operation } from './operation.ts';
import { reminders } from './reminders.ts';
import { shareLinks } from './share-links.ts';
import { tags } from './tags.ts';
import { timeline } from './timeline.ts';
import { views } from './views.ts';

/** The contract: every operation by name. */
export const operations = {
  ...account,
  ...contacts,
  ...contactBulk,
  ...contactSearch,
  ...contactMerge,
  ...contactDetails,
  ...groups,
  ...shareLinks,
  ...tags,
  ...notes,
  ...timeline,
  ...briefing,
  ...favorites,
  ...views,
  ...reminders,
  ...customFields,
  ...agenda,
};

export type Operations = typeof operations;
export type OperationName = keyof Operations;

export const operationNames = Object.keys(operations) as OperationName[];

/** The operation as plain facts, for code that treats all alike. */
export const operation = (name: OperationName): Operation => operations[name];
