import type { Client } from '../../client/client.ts';
import type { MEETING_TYPES } from '../../contract/note.ts';
import { dayIn, wallClock } from '../../shared/zones.ts';
import { asTyped, merge, readOpened, type Values, withChoices } from '../edit/merge.ts';
import { doneAt } from '../layout/done.tsx';
import { personPath } from '../layout/parts.tsx';
import { editNotePage } from '../pages/records/edit-note.tsx';
import { restore } from '../people/read-person.ts';
import { inWords, seeOther } from '../requests/answers.ts';
import { momentOn } from '../requests/days.ts';
import { forPerson } from '../requests/for-person.ts';
import type { Frame, Pages } from '../requests/frame.ts';
import { LONG_FORM } from '../requests/read-body.ts';
import { safePath } from '../requests/safe-path.ts';

/** Edits, deletes and restores a note. The log form adds notes. */
export function addNotes(app: Pages, frame: Frame): void {
  const { page, form } = forPerson(frame);
  const { show } = frame;
  const { form: longForm } = forPerson(frame, LONG_FORM);

  app.get('/people/:id/notes/:noteId', (context) =>
    page(context, async ({ client, person }) => {
      const { id: contactId, noteId } = context.req.param();
      const { now } = await noteAsTyped(client, noteId, person.time_zone);
      return show(editNotePage({ person, contactId, noteId, opened: now, values: now }));
    }),
  );

  app.post('/people/:id/notes/:noteId', (context) =>
    longForm(context, async ({ client, person, fields, once }) => {
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
            event_time: momentOn(merged.day ?? '', wallClock(person.time_zone, event_time).time, person.time_zone),
          }),
        };
        if (Object.keys(change).length > 0) await client.call('update_note', { noteId, ...change }, once);
        return seeOther(doneAt(`${personPath(contactId)}#timeline`, 'saved'));
      } catch (error) {
        return show(editNotePage({ ...again, refused: inWords(error) }), { status: 400 });
      }
    }),
  );

  app.post('/people/:id/notes/:noteId/delete', (context) =>
    form(context, async ({ client, fields, once }) => {
      const { id, noteId } = context.req.param();
      await client.call('delete_note', { noteId }, once);
      const back = safePath(fields.get('back'), personPath(id));
      return seeOther(doneAt(back, 'note-deleted', { of: id, note: noteId }));
    }),
  );

  app.post('/people/:id/notes/:noteId/restore', (context) =>
    form(context, async ({ client, fields, once }) => {
      const { id, noteId } = context.req.param();
      await restore(client, noteId, once);
      return seeOther(safePath(fields.get('back'), `${personPath(id)}#timeline`));
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
