import type { SCOPES } from '../../contract/event-input.ts';
import { badRequest } from '../../shared/error.ts';

export type Scope = (typeof SCOPES)[number];

/** What the id of an event names. */
export type Named = 'single' | 'occurrence' | 'series';

/** Throws a 400 for a scope that makes no sense for what the id names. */
export function checkScope(scope: Scope | undefined, named: Named): void {
  if (scope === undefined || named === 'occurrence') return;
  if (named === 'single' && scope !== 'one')
    throw badRequest({ scope: 'this event is not one of a series' }, 'Leave scope out.');
  if (named === 'series' && scope !== 'all') {
    throw badRequest(
      { scope: `"${scope}" needs the id of an occurrence, and this id names the whole series` },
      'list_calendar_events has the ids of occurrences.',
    );
  }
}

/** Only its organizer can end a series: the others have copies of it. */
export const notTheirs = () =>
  badRequest(
    { scope: 'only who organizes a series can change it from one occurrence on' },
    'With scope one, this occurrence alone is changed.',
  );
