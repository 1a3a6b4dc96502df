import type { Client } from '../../client/client.ts';
import { fetchContactNames } from '../../client/contact-names.ts';
import { MAX_PEOPLE } from '../../contract/interactions.ts';
import type { MEETING_TYPES } from '../../contract/note.ts';
import { readDay } from '../../contract/schema/primitives.ts';
import { dayAfter, dayIn } from '../../shared/zones.ts';
import { asTyped, readOpened, type Values } from '../edit/merge.ts';
import { rhythmBefore } from '../edit/rhythm-values.ts';
import { doneAt } from '../layout/done.tsx';
import type { FieldErrors } from '../layout/fields.tsx';
import { newPage } from '../pages/overview/new.tsx';
import { type Choice, candidateOf } from '../pages/records/composer.tsx';
import { peopleFound, peopleNamed } from '../people/named.ts';
import { isMissing, restore } from '../people/read-person.ts';
import { inWords, partOf, refusalOf, seeOther } from '../requests/answers.ts';
import { momentOn, NOON } from '../requests/days.ts';
import { forPerson, type Sent } from '../requests/for-person.ts';
import type { Frame, Pages } from '../requests/frame.ts';
import { LONG_FORM } from '../requests/read-body.ts';
import { safePath } from '../requests/safe-path.ts';
import { COMPOSER as WORDS } from '../words/composer.ts';

const TODAY = '/today';
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Parts of a page that the form may replace. */
const PLACE = /^[a-z]+( [a-z]+)*$/;
const MAX_NAMES = 20;

/** Notes with a follow-up reminder, from any page that shows a person. */
export function addLog(app: Pages, frame: Frame): void {
  const { page, form } = forPerson(frame);
  const { form: longForm } = forPerson(frame, LONG_FORM);

  app.get('/new', (context) =>
    page(context, async ({ client, person }) => {
      const query = new URL(context.req.url).searchParams;
      const name = asTyped(query.get('with'));
      const found = name === '' ? [] : [{ name, people: (await peopleFound(client, name)).map(candidateOf) }];
      const choice = { chosen: await chosenBy(client, idsIn(query.getAll('id'))), found };
      const place = placeIn(query);
      const back = safePath(query.get('back'), '');
      const values = { day: today(person.time_zone), with: name };
      return frame.show(newPage({ person, choice, place, back, values }));
    }),
  );

  app.post('/log', (context) =>
    longForm(context, async (sent) => {
      const values = Object.fromEntries(
        ['note', 'meeting_type', 'day', 'remind', 'remind_day', 'with'].map((name) => [
          name,
          asTyped(sent.fields.get(name), name === 'note'),
        ]),
      );
      const ids = idsIn(sent.fields.getAll('ids'));
      const typed = await namedIn(sent.client, values.with ?? '');
      const all = [...new Set([...ids, ...typed.ids])];
      const errors = { ...errorsIn(values, all, today(sent.person.time_zone)), ...typed.errors };
      if (Object.keys(errors).length === 0) {
        try {
          return await save(sent, values, all);
        } catch (error) {
          Object.assign(errors, errorsOf(error));
        }
      }
      const { person, fields } = sent;
      const choice = { chosen: await chosenBy(sent.client, all), found: typed.found };
      const shown = { person, choice, place: placeIn(fields), back: safePath(fields.get('back'), '') };
      const again = { ...shown, values: { ...values, with: typed.rest }, errors };
      return frame.show(newPage(again), { status: 400 });
    }),
  );

  app.post('/log/undo', (context) =>
    form(context, async ({ client, fields, once }) => {
      const { note, reminder } = recordsIn(fields);
      if (note) await ifThere(() => client.call('delete_note', { noteId: note }, partOf(once, 'note')));
      if (reminder)
        await ifThere(() => client.call('delete_reminder', { reminderId: reminder }, partOf(once, 'reminder')));
      const [of] = idsIn(fields.getAll('of'));
      const was = readOpened(fields.get('was'));
      const moved = { next_reminder_at: was.next || null, last_seen_at: was.seen || null };
      if (note && of && fields.has('was'))
        await client.call('update_contact', { contactId: of, ...moved }, partOf(once, 'contact'));
      return seeOther(doneAt(safePath(fields.get('back'), TODAY), 'unlogged', { ...fieldsBack(fields) }));
    }),
  );

  app.post('/log/restore', (context) =>
    form(context, async ({ client, fields, once }) => {
      const { note, reminder } = recordsIn(fields);
      if (note) await restore(client, note, partOf(once, 'note'));
      if (reminder) await restore(client, reminder, partOf(once, 'reminder'));
      return seeOther(doneAt(safePath(fields.get('back'), TODAY), 'logged', { ...fieldsBack(fields) }));
    }),
  );
}

const today = (zone: string): string => dayIn(zone, new Date().toISOString());

const idsIn = (texts: string[]): string[] => [...new Set(texts.filter((text) => ID.test(text)))];

function placeIn(fields: URLSearchParams): string | undefined {
  const place = fields.get('place') ?? '';
  return PLACE.test(place) ? place : undefined;
}

/** The records that the Undo of a message refers to. */
function recordsIn(fields: URLSearchParams) {
  const [note, reminder] = ['note', 'reminder'].map((name) => idsIn(fields.getAll(name))[0]);
  return { note, reminder };
}

/** Data of the next message, from the Undo form. */
const fieldsBack = (fields: URLSearchParams): Record<string, string | null> =>
  Object.fromEntries(['of', 'others', 'note', 'reminder', 'due'].map((name) => [name, fields.get(name)]));

async function ifThere(remove: () => Promise<unknown>): Promise<void> {
  try {
    await remove();
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** People chosen by id, in order. */
async function chosenBy(client: Client, ids: string[]): Promise<Choice['chosen']> {
  if (ids.length === 0) return [];
  const names = await fetchContactNames(client, ids);
  return ids.flatMap((id) => (names.has(id) ? [{ id, name: names.get(id)! }] : []));
}

/** People with the typed names. A name of several people becomes a question. `rest` is the input to correct. */
async function namedIn(client: Client, typed: string) {
  const names = [...new Set(typed.split(/[,;]/).map((name) => name.trim()))].filter((name) => name !== '');
  const ids: string[] = [];
  const found: Choice['found'] = [];
  const unknown: string[] = [];
  for (const name of names.slice(0, MAX_NAMES)) {
    const named = await peopleNamed(client, name);
    const [first] = named.found;
    if (first && named.isSure && named.found.length === 1) ids.push(first.id);
    else if (first) found.push({ name, people: named.found.map(candidateOf) });
    else unknown.push(name);
  }
  const error = unknown[0] ? WORDS.unknown(unknown[0]) : found[0] ? WORDS.which(found[0].name) : undefined;
  return { ids, found, rest: unknown.join(', '), errors: error ? { with: error } : {} };
}

function errorsIn(values: Values, ids: string[], now: string): FieldErrors {
  const { note, meeting_type, remind = '', remind_day = '' } = values;
  return {
    ...(ids.length === 0 && { with: WORDS.nobody }),
    ...(ids.length > MAX_PEOPLE && { with: WORDS.tooMany(MAX_PEOPLE) }),
    ...(!note && !meeting_type && !remind && { note: WORDS.empty }),
    ...(!Object.hasOwn(WORDS.reminders, remind) && { remind: WORDS.unknownReminder }),
    ...(remind === 'day' && remind_day < now && { remind_day: WORDS.past }),
    ...(remind === 'day' && readDay(remind_day) === undefined && { remind_day: WORDS.noDay }),
  };
}

const AT: Record<string, string> = { 'remind.due_at_date': 'remind_day', contacts: 'with' };
const FIELDS = ['note', 'meeting_type', 'day', 'remind_day', 'with'];

function errorsOf(error: unknown): FieldErrors {
  const { details } = refusalOf(error);
  const told = Object.entries((details?.fields ?? {}) as Record<string, string>);
  const named = told.map(([field, reason]) => [AT[field] ?? field, reason] as const);
  const known = named.filter(([field]) => FIELDS.includes(field));
  return known.length > 0 ? Object.fromEntries(known) : { note: inWords(error) };
}

/** Logs the interaction, or sets the reminder alone, once for a form, however often it is sent. */
async function save({ client, person, fields, once }: Sent, values: Values, ids: string[]): Promise<Response> {
  const now = today(person.time_zone);
  const due = dueOn(values, now);
  const back = safePath(fields.get('back'), ids.length === 1 ? `/people/${ids[0]}` : TODAY);
  const said = { of: ids[0], others: ids.length > 1 ? String(ids.length - 1) : undefined, due };
  if (due && !values.note && !values.meeting_type) {
    const text = WORDS.followUp((await fetchContactNames(client, ids)).get(ids[0]!));
    const reminders_contacts = ids.map((contact_id) => ({ contact_id }));
    const { data } = await client.call('create_reminder', { text, due_at_date: due, reminders_contacts }, once);
    return seeOther(doneAt(back, 'logged', { ...said, reminder: data.reminder.id }));
  }
  // A note moves the next reminder, which Undo moves back.
  const [only] = ids.length === 1 ? ids : [];
  const before = only && (await client.call('get_contact', { contactId: only })).data.contact;
  const isToday = !values.day || values.day === now;
  const interaction = {
    ...(values.note && { note: values.note }),
    meeting_type: kindOf(values),
    ...(!isToday && { event_time: momentOn(values.day!, NOON, person.time_zone) }),
    contacts: ids,
    ...(due && { remind: { due_at_date: due } }),
  };
  const { data, replayed } = await client.call('log_interaction', interaction, once);
  const was = before && !replayed ? rhythmBefore(before) : undefined;
  return seeOther(doneAt(back, 'logged', { ...said, note: data.note.id, reminder: data.reminder?.id, was }));
}

/** The cast is safe: the contract refuses any other type. */
const kindOf = ({ meeting_type }: Values) => (meeting_type || null) as (typeof MEETING_TYPES)[number] | null;

/** The reminder's date. Undefined for none. */
function dueOn({ remind = '', remind_day = '' }: Values, now: string): string | undefined {
  if (remind === '') return undefined;
  if (remind === 'day') return remind_day;
  const [count, unit] = remind.split(' ');
  return unit === 'days' ? dayAfter(now, Number(count)) : monthAfter(now);
}

/** The same day of the next month, or its last day. */
function monthAfter(day: string): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(date, last))).toISOString().slice(0, 10);
}
