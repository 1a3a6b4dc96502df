import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { serviceForFile } from '../support/file-service.ts';
import { dataOf, fieldsOf, getContact, makeContact, patchContact } from '../support/people.ts';
import { rounds } from '../support/rounds.ts';

const { ada } = await serviceForFile();

const DAY = 86_400_000;
const iso = (time: number) => new Date(time).toISOString();
const refused = async (fields: object) => {
  const answer = await ada.post('/v2/contacts', fields);
  return [answer.status, Object.keys(fieldsOf(answer))];
};

describe('birthdays', () => {
  test.each([
    ['1990-05-17', '1990-05-17T00:00:00.000Z', 1990],
    ['--05-17', '1604-05-17T00:00:00.000Z', null],
    ['--02-29', '1604-02-29T00:00:00.000Z', null],
    ['2000-02-29', '2000-02-29T00:00:00.000Z', 2000],
    ['0001-01-01', '0001-01-01T00:00:00.000Z', 1],
    ['9999-12-31', '9999-12-31T00:00:00.000Z', 9999],
    ['1604-05-17', '1604-05-17T00:00:00.000Z', null],
    ['1990-05-17T00:00:00.000Z', '1990-05-17T00:00:00.000Z', 1990],
    ['1604-05-17T00:00:00.000Z', '1604-05-17T00:00:00.000Z', null],
    ['1990-05-17T23:30:00-11:00', '1990-05-17T00:00:00.000Z', 1990],
    ['1990-05-17T00:30:00+14:00', '1990-05-17T00:00:00.000Z', 1990],
  ])('%s is %s, year %j', async (birthday, stored, birthday_year) => {
    expect(await makeContact(ada, { birthday })).toMatchObject({ birthday: stored, birthday_year });
  });

  test.each([
    '1990-02-30',
    '1999-02-29',
    '1900-02-29',
    '--02-30',
    '--13-01',
    '--00-10',
    '1990-1-1',
    '0000-01-01',
    'May 17',
    '',
    '19900517',
    '-05-17',
    '1990-05',
    '+1990-05-17',
    '1990-05-17T99:00',
  ])('%s is no birthday', async (birthday) => expect(await refused({ birthday })).toEqual([400, ['birthday']]));

  test('the year may be separate', async () => {
    const { id } = await makeContact(ada, { birthday: '--05-17', birthday_year: 1990 });
    expect(await getContact(ada, id)).toMatchObject({ birthday: '1990-05-17T00:00:00.000Z', birthday_year: 1990 });
    expect(await patchContact(ada, id, { birthday_year: null })).toMatchObject({
      birthday: '1604-05-17T00:00:00.000Z',
      birthday_year: null,
    });
    expect(await patchContact(ada, id, { birthday_year: 1991 })).toMatchObject({
      birthday: '1991-05-17T00:00:00.000Z',
      birthday_year: 1991,
    });
    expect(await refused({ birthday: '--02-29', birthday_year: 2023 })).toEqual([400, ['birthday_year']]);
    await patchContact(ada, id, { birthday: '--02-29' });
    const answer = await ada.call('PATCH', `/v2/contacts/${id}`, { birthday_year: 2023 });
    expect([answer.status, Object.keys(fieldsOf(answer))]).toEqual([400, ['birthday_year']]);
    for (const birthday_year of [0, 10_000, 1990.5, -1])
      expect(await refused({ birthday_year })).toEqual([400, ['birthday_year']]);
  });

  test("a response's value can be sent back with the same meaning", async () => {
    const year = fc.option(fc.integer({ min: 1, max: 9999 }), { nil: null });
    await fc.assert(
      fc.asyncProperty(year, fc.integer({ min: 0, max: 365 }), async (chosen, day) => {
        const date = new Date(Date.UTC(2000, 0, 1 + day));
        date.setUTCFullYear(chosen ?? 1604);
        const monthDay = date.toISOString().slice(-20, -14);
        const birthday = chosen === null ? `--${monthDay.slice(1)}` : date.toISOString().slice(0, 10);
        const made = await makeContact(ada, { birthday });
        expect(made.birthday.slice(5, 10)).toBe(date.toISOString().slice(5, 10));
        expect(made.birthday_year).toBe(chosen === 1604 ? null : chosen);
        const again = await patchContact(ada, made.id, { birthday: made.birthday, birthday_year: made.birthday_year });
        expect([again.birthday, again.birthday_year]).toEqual([made.birthday, made.birthday_year]);
        const { month } = { month: date.getUTCMonth() + 1 };
        const where = { in: [made.id], birthday: { month, day: date.getUTCDate() } };
        expect(dataOf(await ada.post('/v2/contacts/filter', { where })).contacts).toHaveLength(1);
      }),
      { numRuns: rounds(12) },
    );
  });
});

describe('times', () => {
  test.each([
    ['2026-11-01T09:00:00Z', '2026-11-01T09:00:00.000Z'],
    ['2026-11-01T09:00:00+05:30', '2026-11-01T03:30:00.000Z'],
    ['2026-11-01T09:00Z', '2026-11-01T09:00:00.000Z'],
    ['2026-11-01T09:00+0530', '2026-11-01T03:30:00.000Z'],
    ['2026-11-01T00:30:00+14:00', '2026-10-31T10:30:00.000Z'],
    ['2026-11-01T09:00:00.123456789Z', '2026-11-01T09:00:00.123Z'],
    ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
    ['2024-02-29T12:00:00-12:00', '2024-03-01T00:00:00.000Z'],
  ])('returns %s as %s', async (sent, answered) => {
    expect((await makeContact(ada, { first_met_at: sent })).first_met_at).toBe(answered);
  });

  test.each([
    '2026-11-01T09:00:00',
    '2026-11-01T09:00',
    '2026-11-01T0900Z',
    '2026-11-01',
    'yesterday',
    '2026-13-01T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '2023-02-29T00:00:00Z',
    '2026-11-01T24:00:00Z',
    '2026-11-01T09:00:60Z',
    '2026-11-01T09:00:00+25:00',
    '0000-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    '10000-01-01T00:00:00Z',
    '-000001-01-01T00:00:00Z',
    '1762000000000',
    '',
  ])('rejects %s', async (first_met_at) => {
    expect(await refused({ first_met_at })).toEqual([400, ['first_met_at']]);
  });
});

describe('keeping in touch', () => {
  test.each([
    ['7 days', '2026-01-08T10:00:00.000Z'],
    ['14 days', '2026-01-15T10:00:00.000Z'],
    ['1 mon', '2026-02-01T10:00:00.000Z'],
    ['42 days', '2026-02-12T10:00:00.000Z'],
    ['3 mons', '2026-04-01T10:00:00.000Z'],
    ['6 mons', '2026-07-01T10:00:00.000Z'],
    ['1 year', '2027-01-01T10:00:00.000Z'],
    ['2 weeks', '2026-01-15T10:00:00.000Z'],
    ['10 years', '2036-01-01T10:00:00.000Z'],
  ])('%s after the last contact', async (frequency, next) => {
    const seen = { last_seen_at: '2026-01-01T10:00:00Z' };
    expect(await makeContact(ada, { ...seen, frequency })).toMatchObject({ frequency, next_reminder_at: next });
    const { id } = await makeContact(ada, seen);
    expect(await patchContact(ada, id, { frequency })).toMatchObject({ frequency, next_reminder_at: next });
  });

  test("limits a date to the month's end", async () => {
    const made = await makeContact(ada, { frequency: '1 mon', last_seen_at: '2026-01-31T10:00:00Z' });
    expect(made.next_reminder_at).toBe('2026-02-28T10:00:00.000Z');
    const leap = await makeContact(ada, { frequency: '1 year', last_seen_at: '2024-02-29T10:00:00Z' });
    expect(leap.next_reminder_at).toBe('2025-02-28T10:00:00.000Z');
  });

  test('starts from now without a last contact', async () => {
    const before = Date.now();
    const made = await makeContact(ada, { frequency: '7 days' });
    expect(made.next_reminder_at >= iso(before + 7 * DAY)).toBe(true);
    expect(made.next_reminder_at <= iso(Date.now() + 7 * DAY)).toBe(true);
    expect(made.last_seen_at).toBeNull();
  });

  test.each([
    '0 days',
    '1.5 days',
    '-1 days',
    '1 fortnight',
    'weekly',
    '7days',
    '',
    '1 month',
    '99999 days',
    '1 hour',
    ' 1 day',
  ])('%s is no frequency', async (frequency) => expect(await refused({ frequency })).toEqual([400, ['frequency']]));

  test('keeps the longest frequency within representable years', async () => {
    const made = await makeContact(ada, { frequency: '9999 years', last_seen_at: '9999-12-31T00:00:00Z' });
    expect(made.next_reminder_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  test('last_seen_now sets the time and recomputes the next reminder', async () => {
    const { id } = await makeContact(ada, { frequency: '7 days', last_seen_at: '2020-01-01T00:00:00Z' });
    const before = iso(Date.now());
    const patched = await patchContact(ada, id, { last_seen_now: true });
    expect(patched.last_seen_at >= before && patched.last_seen_at <= iso(Date.now())).toBe(true);
    expect(Date.parse(patched.next_reminder_at) - Date.parse(patched.last_seen_at)).toBe(7 * DAY);
    const answer = await ada.call('PATCH', `/v2/contacts/${id}`, { last_seen_now: false });
    expect([answer.status, Object.keys(fieldsOf(answer))]).toEqual([400, ['last_seen_now']]);
  });

  test('snooze_days moves only the next reminder, from now', async () => {
    const { id } = await makeContact(ada, { frequency: '7 days', last_seen_at: '2020-01-01T00:00:00Z' });
    const before = Date.now();
    const patched = await patchContact(ada, id, { snooze_days: 30 });
    expect(patched).toMatchObject({ last_seen_at: '2020-01-01T00:00:00.000Z', frequency: '7 days' });
    expect(
      patched.next_reminder_at >= iso(before + 30 * DAY) && patched.next_reminder_at <= iso(Date.now() + 30 * DAY),
    ).toBe(true);
    for (const body of [{ snooze_days: 0 }, { snooze_days: 3651 }, { snooze_days: 5, last_seen_now: true }]) {
      const answer = await ada.call('PATCH', `/v2/contacts/${id}`, body);
      expect([answer.status, Object.keys(fieldsOf(answer))]).toEqual([400, ['snooze_days']]);
    }
    expect((await ada.call('PATCH', `/v2/contacts/${id}`, { snooze_days: 3650 })).status).toBe(200);
  });

  test('accepts action fields only in PATCH', async () => {
    for (const field of [
      { last_seen_now: true },
      { snooze_days: 1 },
      { add_emails: [] },
      { remove_emails: [] },
      { add_phones: [] },
      { remove_phones: [] },
    ]) {
      expect(await refused(field)).toEqual([400, Object.keys(field)]);
      const bulk = await ada.call('PUT', '/v1/contacts', [{ contactId: randomUUID(), data: field }]);
      expect([bulk.status, Object.keys(fieldsOf(bulk))]).toEqual([400, [`[0].data.${Object.keys(field)[0]}`]]);
    }
  });
});
