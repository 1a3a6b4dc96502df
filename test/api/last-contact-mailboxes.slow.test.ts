import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { switchOff, switchOn } from '../../src/service/last-contact/switch.ts';
import {
  accepted,
  DAY_MS,
  gotFrom,
  HOUR_MS,
  iso,
  lastContactForFile,
  meet,
  NOW,
  sentTo,
} from '../support/last-contact.ts';
import { type Json, makeContact } from '../support/people.ts';
import type { FakeAccount } from '../support/providers/data.ts';
import { atNumber } from '../support/providers/faults.ts';
import { rounds } from '../support/rounds.ts';
import { seed } from '../support/seed.ts';

// Random mailboxes and calendars, counted in comparison with a plain implementation of the rules.

const { rig, google, office, time, data, count, offers, everyAccount, shown } = await lastContactForFile();

describe('for any mailboxes', () => {
  const who = fc.integer({ min: 0, max: 5 });
  const when = fc.integer({ min: 1, max: 100 * 24 });
  const mail = fc.record({
    hours: when,
    who: fc.uniqueArray(who, { minLength: 1, maxLength: 3 }),
    thread: who,
    isSent: fc.boolean(),
    isAutomatic: fc.boolean(),
  });
  const meeting = fc.record({
    hours: when,
    who,
    own: fc.boolean(),
    answer: fc.constantFrom('accepted', 'declined', 'tentative', undefined),
  });
  const mails = fc.array(mail, { maxLength: 12 }).filter((all) => !all.some((one) => isAtTheEdge(one, all)));
  const box = fc.record({ mails, meetings: fc.array(meeting, { maxLength: 5 }) });
  type Mail = typeof mail extends fc.Arbitrary<infer T> ? T : never;
  type Box = typeof box extends fc.Arbitrary<infer T> ? T : never;
  const address = (number: number, round: number) => `p${number}r${round}@x.example`;
  let round = 0;

  /** A recent reply to mail written over 90 days ago: whether a count sees that mail depends on when it started. */
  function isAtTheEdge({ hours, isSent, thread }: Mail, mails: Mail[]): boolean {
    return !isSent && hours <= 48 && mails.some((one) => one.isSent && one.thread === thread && one.hours > 90 * 24);
  }

  /** The rules, applied directly to the mailboxes. */
  function oracle(boxes: Box[]): (number | undefined)[] {
    const last: (number | undefined)[] = [];
    const seen = (one: number, hours: number) => {
      if (hours <= 90 * 24 + 12) last[one] = Math.min(last[one] ?? Number.POSITIVE_INFINITY, hours);
    };
    for (const { mails, meetings } of boxes) {
      for (const { hours, who, thread, isSent, isAutomatic } of mails) {
        const wrote = mails.some((one) => one.isSent && one.thread === thread && one.hours > hours);
        if (isAutomatic || !(isSent || wrote)) continue;
        for (const one of isSent ? who : who.slice(0, 1)) seen(one, hours);
      }
      for (const { hours, who, own, answer } of meetings)
        if (own ? answer !== 'declined' : answer === 'accepted') seen(who, hours);
    }
    return last;
  }

  function fill(account: FakeAccount, { mails, meetings }: Box): void {
    for (const { hours, who, thread, isSent, isAutomatic } of mails) {
      const people = who.map((one) => address(one, round));
      const more = { thread: `t${thread}`, ...(isAutomatic && { headers: { 'List-Id': '<x>' } }) };
      if (isSent) sentTo(account, NOW - hours * HOUR_MS, people.join(', '), more);
      else gotFrom(account, NOW - hours * HOUR_MS, people[0]!, more);
    }
    for (const { hours, who, own, answer } of meetings) {
      // Each has its own word.
      const tentative = account.provider === 'GOOGLE' ? 'tentative' : 'tentativelyAccepted';
      const them = { email: address(who, round), response: answer === 'tentative' ? tentative : answer };
      if (own) meet(account, NOW - hours * HOUR_MS, [them]);
      else meet(account, NOW - hours * HOUR_MS, [accepted(account.email), them], { organizer: 'boss@y.example' });
    }
  }

  async function timesOf(people: Json[]): Promise<(string | null)[]> {
    return Promise.all(people.map(async ({ id }) => (await shown(id)).last_seen_at));
  }

  test('the last contact equals a plain count, run once, twice, or interrupted anywhere', async () => {
    await fc.assert(
      fc.asyncProperty(
        box,
        box,
        fc.integer({ min: 0, max: 60 }),
        fc.boolean(),
        async (one, other, cutAt, isCalledOff) => {
          round++;
          for (const account of [google, office]) {
            account.messages = [];
            account.calendars[0]!.events = [];
          }
          fill(google, one);
          fill(office, other);
          const people: Json[] = [];
          for (let number = 0; number <= 5; number++)
            people.push(
              await makeContact(rig.api, {
                full_name: `P ${number}`,
                contact_emails: [{ email: address(number, round) }],
              }),
            );
          await everyAccount(switchOff);
          await everyAccount(switchOn);
          if (isCalledOff) {
            const controller = new AbortController();
            let asked = 0;
            rig.fake.plan = () => {
              if (asked++ === cutAt) controller.abort(new Error('called off'));
              return undefined;
            };
            await count({ signal: controller.signal });
          } else {
            rig.fake.plan = atNumber(cutAt, { kind: 'status', status: 400 }, ({ path }) => !path.includes('token'));
            await count();
          }
          rig.fake.plan = () => undefined;
          if (!isCalledOff) await everyAccountAgain();
          const report = await count();
          expect(report.warnings).toEqual([]);
          const last = oracle([one, other]);
          const want = people.map((_, number) => (last[number] ? iso(NOW - last[number] * HOUR_MS) : null));
          expect(await timesOf(people)).toEqual(want);
          expect((await count()).changed).toBe(0);
          expect(await timesOf(people)).toEqual(want);
        },
      ),
      { numRuns: rounds(5), seed },
    );
  });

  test('suggested contacts equal a plain count, however often and whenever it runs', async () => {
    const hours = fc.array(fc.integer({ min: 0, max: 100 * 24 }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(
        hours,
        hours,
        fc.array(fc.integer({ min: 0, max: 60 * 24 }), { maxLength: 4 }),
        async (...given) => {
          const [one, other, counts] = given;
          round++;
          google.messages = [];
          const written = [one, other].map((sent, number) => ({ address: address(number, round), sent }));
          for (const { address, sent } of written)
            for (const ago of sent) sentTo(google, NOW - ago * HOUR_MS - 1, address);
          await everyAccount(switchOff);
          await everyAccount(switchOn);
          for (const ago of counts.sort((a, b) => b - a)) {
            time.now = NOW - ago * HOUR_MS;
            await count();
          }
          time.now = NOW;
          await count();
          const dayOf = (ago: number) => Math.floor((NOW - ago * HOUR_MS - 1) / DAY_MS);
          const expected = written
            .map(({ address, sent }) => ({ address, days: sent.map(dayOf).filter((day) => day >= dayOf(0) - 90) }))
            .filter(({ days }) => days.length >= 3 && Math.max(...days) - Math.min(...days) >= 14)
            .map(({ address, days }) => ({ address, messages: days.length }));
          const found = (await offers()).map(({ address, messages }) => ({ address, messages }));
          expect(new Set(found)).toEqual(new Set(expected));
        },
      ),
      { numRuns: rounds(5), seed },
    );
  });

  /** A permanently refused part is not requested again automatically, so this resets it. */
  async function everyAccountAgain(): Promise<void> {
    await data().write(async ({ db, user }) => {
      await db.updateTable('contact_counts').set({ counted_until: null }).where('user_id', '=', user.user_id).execute();
    });
  }
});
