import type { SCOPES } from '../../contract/event-input.ts';
import { badRequest } from '../../shared/error.ts';

export type Scope = (typeof SCOPES)[number];

/** The kind of event that an id refers to. */
export type EventKind = 'single' | 'occurrence' | 'series';

/** Throws a 400 if the scope does not apply to this kind of event. */
export function checkScope(scope: Scope | undefined, named: EventKind): void {
  if (scope === undefined || named === 'occurrence') return;
  if (named === 'single' && scope !== 'one')
    throw badRequest({ scope: 'this event is not part of a series' }, 'Omit scope.');
  if (named === 'series' && scope !== 'all') {
    throw badRequest(
      { scope: `"${scope}" requires the id of an occurrence, but this is the id of the whole series` },
      'Get the ids of occurrences from list_calendar_events.',
    );
  }
}

/** Only the organizer can split a series, because the others have copies of it. */
export const onlyOrganizer = () =>
  badRequest(
    { scope: 'only the organizer of a series can change it from one occurrence on' },
    'To change only this occurrence, use scope one.',
  );
