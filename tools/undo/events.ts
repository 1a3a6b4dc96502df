import type { Operations } from '../../src/contract/operations.ts';
import type { ArgumentsOf, DataOf } from '../../src/contract/schema/operation.ts';
import { restoring, toolCall, type Undo, undoneBy } from './undo.ts';

type Change = ArgumentsOf<Operations['update_calendar_event']>;
type Told = DataOf<Operations['create_calendar_event']>;
type Event = Told['calendar_event'];

export const undoNewEvent: Undo<unknown, Told> = undoneBy(({ calendar_event: { providerId, email } }) => [
  toolCall('delete_calendar_event', { eventId: providerId, account_email: email }),
]);

export const undoEventUpdate: Undo<Change, Told> = restoring(async (args, read) => {
  const { eventId, account_email, scope, attendees } = args;
  if (scope && scope !== 'one') return () => 'Change the series again; its former values are not known.';
  if (attendees) return () => 'Change the event again; its former guests are not known.';
  const { calendar_event: before } = await read('get_calendar_event', {
    eventId,
    ...(account_email && { account_email }),
  });
  return ({ calendar_event: { providerId, email } }) => [
    toolCall('update_calendar_event', { eventId: providerId, account_email: email, ...formerEvent(args, before) }),
  ];
});

/** Former values of the changed fields. */
function formerEvent(args: Change, before: Event) {
  const isMoved = ['start_datetime', 'end_datetime', 'start_date', 'end_date'].some((field) => field in args);
  const { dateTime, endDateTime } = before;
  const times = before.isAllDay
    ? { start_date: dateTime, end_date: endDateTime }
    : { start_datetime: dateTime, end_datetime: endDateTime };
  return {
    ...('summary' in args && { summary: before.subjectOrTitle }),
    ...('description' in args && { description: before.descriptionOfEvent ?? null }),
    ...('location' in args && { location: before.location ?? null }),
    ...(isMoved && times),
  };
}
