import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AgendaRig, agendaRig } from '../support/agenda.ts';
import { dataOf, type Json } from '../support/people.ts';
import { type FakeAccount, fakeAccount, timed } from '../support/providers/data.ts';
import { stopUnharmed } from '../support/stop-unharmed.ts';

let rig: AgendaRig;
let google: FakeAccount;
beforeEach(async () => {
  rig = await agendaRig({}, undefined, () => new Date('2026-12-04T07:00:00Z'));
  google = fakeAccount('GOOGLE', 'ann@gmail.example');
  await rig.connect(google);
});
afterEach(() => stopUnharmed(rig));

test('finds the last and the next event of a series, and all single events', async () => {
  const weeks = ['2026-11-19', '2026-11-26', '2026-12-03', '2026-12-10', '2026-12-17'];
  google.calendars[0]!.events.push(
    ...weeks.map((day) => timed(`rehearsal ${day}`, `${day}T19:00:00Z`, 120, { series: 'rehearsal' })),
    timed('rehearsal dinner', '2026-11-20T19:00:00Z', 60),
  );
  const days = async (): Promise<string[]> => {
    const { results } = dataOf(await rig.api.get('/v2/search?query=rehearsal&kinds[]=event'));
    return results.map(({ date }: Json) => date.slice(0, 10)).sort();
  };
  // A search does not wait long for a calendar, which can be slow on a busy computer.
  await expect.poll(days).toEqual(['2026-11-20', '2026-12-03', '2026-12-10']);
});
