import type { Client } from '../../client/client.ts';
import { badRequest } from '../../contract/error.ts';
import type { MEETING_TYPES } from '../../contract/notes.ts';
import { readDay } from '../../contract/schema/primitives.ts';
import { dayIn, instantOf, wallClock } from '../../shared/zones.ts';
import { asTyped, merge, readOpened, type Values, withChoices } from '../edit/merge.ts';
import { forPerson } from '../for-person.ts';
import type { Frame, Pages } from '../frame.ts';
import { editNotePage } from '../pages/note-form.tsx';
import { personPath } from '../pages/parts.tsx';
import { personPage } from '../pages/person.tsx';
import { inWords, seeOther } from './answers.ts';
import { known, restore } from './person.ts';

const NOON = 12 * 60 * 60 * 1000;

/** The notes of a person: written on their page, changed on one of their own. */
export function addNotes(app: Pages, frame: Frame): void {
  const { page, form } = forPerson(frame);
  const { show } = frame;

  app.post('/people/:id/notes', (context) =>
    form(context, async ({ fields, once, ...viewer }) => {
      const id = context.req.param('id');
      const values = typedNote(fields);
      const { time_zone } = viewer.person;
      try {
        const isToday = !values.day || values.day === dayIn(time_zone, new Date().toISOString());
        const event_time = isToday ? {} : { event_time: at(values.day!, NOON, time_zone) };
        const note = { note: values.note || null, meeting_type: kindOf(values), ...event_time };
        await viewer.client.call('create_note', { ...note, timeline_items_contacts: [{ contact_id: id }] }, once);
        return seeOther(personPath(id));
      } catch (error) {
        const refused = { form: 'note' as const, values, text: inWords(error) };
        return show(personPage({ ...(await known(viewer, id)), refused }), { status: 400 });
      }
    }),
  );

  app.get('/people/:id/notes/:noteId', (context) =>
    page(context, async ({ client, person }) => {
      const { id: contactId, noteId } = context.req.param();
      const { now } = await noteAsTyped(client, noteId, person.time_zone);
      return show(editNotePage({ person, contactId, noteId, opened: now, values: now }));
    }),
  );

  app.post('/people/:id/notes/:noteId', (context) =>
    form(context, async ({ client, person, fields, once }) => {
      const { id: contactId, noteId } = context.req.param();
      const { now, event_time } = await noteAsTyped(client, noteId, person.time_zone);
      const opened = readOpened(fields.get('opened'));
      const typed = { ...opened, ...typedNote(fields) };
      const { merged, conflicts } = merge(opened, withChoices(fields, opened, typed), now);
      const again = { person, contactId, noteId, opened: now, values: merged };
      if (conflicts.length > 0) return show(editNotePage({ ...again, conflicts }), { status: 409 });
      try {
        const change = {
          ...(merged.note !== now.note && { note: merged.note || null }),
          ...(merged.meeting_type !== now.meeting_type && { meeting_type: kindOf(merged) }),
          // Another day keeps its time of the clocks.
          ...(merged.day !== now.day && {
            event_time: at(merged.day ?? '', wallClock(person.time_zone, event_time).time, person.time_zone),
          }),
        };
        if (Object.keys(change).length > 0) await client.call('update_note', { noteId, ...change }, once);
        return seeOther(`${personPath(contactId)}#timeline`);
      } catch (error) {
        return show(editNotePage({ ...again, refused: inWords(error) }), { status: 400 });
      }
    }),
  );

  app.post('/people/:id/notes/:noteId/delete', (context) =>
    form(context, async ({ client, once }) => {
      const { id, noteId } = context.req.param();
      await client.call('delete_note', { noteId }, once);
      return seeOther(`${personPath(id)}?${new URLSearchParams({ done: 'note-deleted', note: noteId })}`);
    }),
  );

  app.post('/people/:id/notes/:noteId/restore', (context) =>
    form(context, async ({ client, once }) => {
      const { id, noteId } = context.req.param();
      await restore(client, noteId, once);
      return seeOther(`${personPath(id)}#timeline`);
    }),
  );
}

async function noteAsTyped(client: Client, noteId: string, zone: string) {
  const { note, meeting_type, event_time } = (await client.call('get_note', { noteId })).data.note;
  const kind = meeting_type === 'note' ? '' : (meeting_type ?? '');
  return { event_time, now: { note: asTyped(note, true), meeting_type: kind, day: dayIn(zone, event_time) } };
}

function typedNote(fields: URLSearchParams): Values {
  const values: Values = { note: asTyped(fields.get('note'), true) };
  for (const name of ['meeting_type', 'day']) if (fields.has(name)) values[name] = asTyped(fields.get(name));
  return values;
}

/** The contract refuses what is no kind. */
const kindOf = ({ meeting_type }: Values) => (meeting_type || null) as (typeof MEETING_TYPES)[number] | null;

function at(text: string, time: number, zone: string): string {
  const day = readDay(text);
  if (day === undefined) throw badRequest({ day: 'must be a day that exists, as YYYY-MM-DD' });
  return instantOf(zone, day, time);
}
