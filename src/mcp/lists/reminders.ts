import type { Operations } from '../../contract/operations.ts';
import type { ArgumentsOf } from '../../contract/schema/operation.ts';
import { type Ask, countText, type Fields, isEmpty } from './ask.ts';

type Filters = ArgumentsOf<Operations['list_reminders']>;

const MAX_COUNTED = 50;

/** Counts the reminders of the other state, and for an empty list those that match without its dates. */
export function otherReminders(ask: Ask, { contactId, isComplete, isOverdue, dueAfter, dueBefore }: Filters) {
  const otherState =
    isComplete === undefined
      ? undefined
      : count(ask, { contactId, dueAfter, dueBefore, isComplete: !isComplete }, isComplete ? 'open' : 'completed');
  return async (reply: Fields): Promise<string | undefined> => {
    const isNarrowed = isOverdue !== undefined || dueAfter !== undefined || dueBefore !== undefined;
    const widened = isEmpty(reply) && isNarrowed ? count(ask, { contactId, isComplete }, 'other') : undefined;
    return [await widened, await otherState].filter(Boolean).join(', ') || undefined;
  };
}

/** Counts by reading a page, because there is no count of reminders. */
async function count(ask: Ask, filters: Filters, state: string): Promise<string | undefined> {
  const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
  const page = await ask('list_reminders', { ...given, take: MAX_COUNTED });
  const counted = countText(page?.reminders.length, `${state} reminder`);
  return page?.pagination.nextCursor ? counted?.replace(' ', ' or more ') : counted;
}
