import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addInterval } from '../../src/service/common/frequency.ts';
import { afterContact, dueAt } from '../../src/service/keep-in-touch/overdue.ts';

const time = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
const moment = time.map((date) => date.toISOString());
const frequency = fc.constantFrom('1 day', '7 days', '2 weeks', '1 mon', '1 year');

test('newer contact moves the due date on by one interval, never back', () => {
  fc.assert(
    fc.property(frequency, moment, fc.option(moment), moment, (frequency, next_reminder_at, last_seen_at, last) => {
      const due = dueAt({ frequency, next_reminder_at, last_seen_at, created_at: last }, last);
      const isNews = last_seen_at === null || last > last_seen_at;
      expect(due >= next_reminder_at).toBe(true);
      expect(due).toBe([next_reminder_at, isNews ? addInterval(last, frequency) : next_reminder_at].sort()[1]);
    }),
  );
});

test('does the same for contact from mail or a calendar', () => {
  const contact = { id: 'grace', full_name: 'Grace', job_title: null, company: null };
  fc.assert(
    fc.property(frequency, moment, fc.option(moment), moment, (frequency, due_at, last_contact_at, last) => {
      const entry = { contact, frequency, due_at, last_contact_at, days_overdue: 1 };
      const after = afterContact(entry, last, '2040-01-01', 'UTC')!;
      const isNews = last_contact_at === null || last > last_contact_at;
      expect(after.due_at).toBe([due_at, isNews ? addInterval(last, frequency) : due_at].sort()[1]);
    }),
  );
});
