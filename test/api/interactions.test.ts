import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dataOf, getContact, type Json, makeContact } from '../support/people.ts';
import { type RunningService, startService, type User } from '../support/service.ts';

let service: RunningService;
let ada: User;
beforeAll(async () => {
  service = await startService();
  ada = await service.user(undefined, 'Asia/Tokyo');
});
afterAll(() => service.stop());

const log = (body: Json, key?: string): Promise<Json> => ada.post('/v2/interactions', body, key ? { key } : {});
const notesOf = async (id: string): Promise<Json[]> =>
  dataOf(await ada.get(`/v2/timeline/notes?contactId=${id}`)).notes;
const remindersOf = async (id: string): Promise<Json[]> =>
  dataOf(await ada.get(`/v2/reminders?contactId=${id}`)).reminders;
/** Today in Tokyo, which is UTC+9 all year. */
const dayIn = (days: number): string =>
  new Date(Date.now() + 9 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);

describe('log_interaction', () => {
  test('writes one note about several people and one reminder, and moves last-seen times', async () => {
    const people = [
      await makeContact(ada, { full_name: 'Ben', frequency: '7 days' }),
      await makeContact(ada, { full_name: 'Cleo' }),
    ];
    const contacts = people.map(({ id }) => id);
    const body = {
      note: 'Lunch about the garden\nand more',
      meeting_type: 'meal',
      contacts,
      remind: { in: '2 weeks' },
    };
    const answer = await log(body);
    expect(answer.status).toBe(201);
    const { note, reminder, contacts: now } = dataOf(answer);
    expect(note).toMatchObject({ note: body.note, meeting_type: 'meal' });
    expect(reminder).toMatchObject({ text: 'Lunch about the garden' });
    expect([dayIn(14), dayIn(13)]).toContain(reminder.due_at_date.slice(0, 10));
    expect(reminder.reminders_contacts.map(({ contact_id }: Json) => contact_id).sort()).toEqual([...contacts].sort());
    for (const [at, id] of contacts.entries()) {
      const { full_name, last_seen_at, next_reminder_at } = await getContact(ada, id);
      expect(now[at]).toEqual({ id, full_name, last_seen_at, next_reminder_at });
      expect([(await notesOf(id)).length, (await remindersOf(id)).length]).toEqual([1, 1]);
    }
    expect([now[0].next_reminder_at !== null, now[1].next_reminder_at]).toEqual([true, null]);
  });

  test.each([
    [
      { due_at_date: '2031-03-01', text: 'Own words' },
      { text: 'Own words', due_at_date: '2031-03-01T00:00:00.000Z' },
    ],
    [
      { due_at_time: '2031-03-01T10:00:00+01:00' },
      { text: 'Follow up with Dora', due_at_time: '2031-03-01T09:00:00.000Z' },
    ],
  ])('sets the reminder as %o says', async (remind, expected) => {
    const { id } = await makeContact(ada, { full_name: 'Dora' });
    const { reminder, note } = dataOf(await log({ meeting_type: 'call', contacts: [id], remind }));
    expect(reminder).toMatchObject(expected);
    expect(note).toMatchObject({ note: null, meeting_type: 'call' });
  });

  test('is written once for a key, and without a reminder unless asked', async () => {
    const { id } = await makeContact(ada, { full_name: 'Once' });
    const key = randomUUID();
    const [first, second] = [
      await log({ note: 'Hi', contacts: [id] }, key),
      await log({ note: 'Hi', contacts: [id] }, key),
    ];
    expect([dataOf(first).reminder, dataOf(second).note.id]).toEqual([null, dataOf(first).note.id]);
    expect([(await notesOf(id)).length, (await remindersOf(id)).length]).toEqual([1, 0]);
  });

  test('writes nothing if any part is wrong, and names the field', async () => {
    const { id } = await makeContact(ada, { full_name: 'Unchanged' });
    const contacts = [id];
    for (const [body, status, field] of [
      [{ contacts }, 400, 'note'],
      [{ note: ' ', contacts }, 400, 'note'],
      [{ note: 'x', contacts: [] }, 400, 'contacts'],
      [{ note: 'x', contacts: Array.from({ length: 51 }, () => id) }, 400, 'contacts'],
      [{ note: 'x', contacts: [id, randomUUID()] }, 404, 'contacts[1]'],
      [{ note: 'x', contacts, remind: {} }, 400, 'remind.due_at_date'],
      [{ note: 'x', contacts, remind: { in: 'soon' } }, 400, 'remind.in'],
      [{ note: 'x', contacts, remind: { in: '0 days' } }, 400, 'remind.in'],
      [{ note: 'x', contacts, event_time: 'yesterday' }, 400, 'event_time'],
    ] as const) {
      const { status: answered, body: told } = await log(body);
      expect([JSON.stringify(body).slice(0, 80), answered, Object.keys(told.error.details.fields)]).toEqual([
        JSON.stringify(body).slice(0, 80),
        status,
        [field],
      ]);
    }
    expect([await notesOf(id), await remindersOf(id), (await getContact(ada, id)).last_seen_at]).toEqual([
      [],
      [],
      null,
    ]);
  });
});
