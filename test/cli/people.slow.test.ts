import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inDay, inSpan } from '../../src/cli/output/times.ts';
import { dayOf } from '../../src/cli/people/days.ts';
import { atTerminal, hasTerminal } from '../support/at-terminal.ts';
import { engineSettings } from '../support/engine.ts';
import { kithWith, type RunningService, startService } from '../support/service.ts';

// The everyday commands, as a person types them.

/**
 * The noon at which the service and every command start. With the real clock, a test around midnight would see two
 * days.
 */
const NOON = Date.parse('2026-11-24T12:00:00+01:00');
const clock = {
  KITH_CAMPAIGN_CLOCK: String(NOON - Date.now()),
  NODE_OPTIONS: `--require=${fileURLToPath(new URL('../campaign/clock.cjs', import.meta.url))}`,
};

let service: RunningService;
let ada: { email: string };
beforeAll(async () => {
  service = await startService(undefined, clock);
  const made = await kithWith(
    clock,
    service.dataDir,
    'user',
    'add',
    'ada@x.example',
    '--time-zone',
    'Europe/Berlin',
    '--json',
  );
  ada = JSON.parse(made.stdout);
  await run('add', 'Jané', 'Doe', '--email', 'jane@x.example', '--phone', '+49 30 5550177', '--company', 'Acme');
  await run('add', 'Jane Roe', '--tag', 'friends', '--birthday', '--05-17', '--note', 'Plays the cello');
});
afterAll(() => service.stop());

const run = (...args: string[]) => kithWith({ ...clock, KITH_USER: ada.email }, service.dataDir, ...args);
const said = async (...args: string[]): Promise<string> => (await run(...args)).stdout;
const failing = (...args: string[]) =>
  run(...args).then(
    () => expect.unreachable('should have failed'),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );

test("finds people by words about them, and by their notes' words", async () => {
  const found = await said('find', 'jane');
  expect(found).toMatch(/^Kind +Title +(Date +About +)?Text\n/);
  expect(found).toMatch(/person +Jané Doe .*Acme · jane@x\.example · \+49 30 5550177/);
  expect(found).toContain('Jane Roe');
  expect(await said('find', 'acme')).not.toContain('Roe');
  expect(await said('find', 'cello')).toMatch(/note +Plays the cello .*Jane Roe/);
  expect(await said('find', 'jane', '--limit', '1')).toContain('--limit 2');
  expect(JSON.parse(await said('find', 'acme', '--json')).results).toMatchObject([{ title: 'Jané Doe' }]);
  expect(await failing('find', 'xylophone')).toMatchObject({ code: 1, stdout: 'Nothing matches "xylophone".\n' });
  expect(await failing('find', 'jane', '--limit', 'many')).toMatchObject({ code: 2 });
});

test('lists both people with the same name, even if many names start with it', async () => {
  const contacts = ['Ann', ...Array.from({ length: 20 }, (_, number) => `Annelie ${number}`), 'ANN'];
  const args = JSON.stringify({ contacts: contacts.map((full_name) => ({ full_name })) });
  await said('call', 'bulk_create_contacts', args);
  expect((await failing('note', 'ann', 'met')).stderr).toMatch(/"ann" matches 2 people:\n {2}(Ann|ANN), /);
  expect(await said('show', 'Annelie 7')).toMatch(/^Annelie 7\n/);
});

test('resolves one person by exact name, email, or id, and lists several', async () => {
  expect(await said('show', 'jane', 'doe')).toMatch(/^Jané Doe\nAcme\n/);
  expect(await said('show', 'jane@x.example')).toContain('+49 30 5550177');
  const { contact } = JSON.parse(await said('show', 'Jane Roe', '--json'));
  const shown = await said('show', contact.id);
  expect(shown).toMatch(/Birthday +May 17\n/);
  expect(shown).toMatch(/Tags +friends\n/);
  expect(shown).toMatch(/Notes\n +\w{3}, \w{3} \d+, \d{4} {2}Plays the cello\n/);
  const several = await failing('show', 'jane');
  expect(several).toMatchObject({ code: 1, stderr: expect.stringContaining('"jane" matches 2 people') });
  expect(several.stderr).toContain('Jané Doe, Acme, jane@x.example');
  expect((await failing('show', 'nobody')).stderr).toContain('No person matches “nobody”');
});

test("dates a note today or on the given day, in the account's time zone", async () => {
  expect(await said('note', 'jane roe', 'Moves', 'to', 'Bergen', '--on', '2026-05-17', '--type', 'coffee')).toBe(
    'Added a note about Jane Roe, Sun, May 17, 2026.\n',
  );
  const { notes } = JSON.parse(await said('show', 'jane roe', '--json'));
  expect(notes).toContainEqual(
    expect.objectContaining({
      note: 'Moves to Bergen',
      meeting_type: 'coffee',
      event_time: expect.stringMatching(/^2026-05-17T12:00:00(\.000)?\+02:00$/),
    }),
  );
  expect((await failing('note', 'jane roe', 'x', '--type', 'chat')).stderr).toContain('--type must be call or');
  expect((await failing('note', 'jane roe', 'x', '--on', 'someday')).stderr).toContain('--on "someday" is not a day');
});

test('sets a reminder, lists it as due, completes it, and repeats it if it recurs', async () => {
  await said('remind', 'Return the book', '--about', 'jane roe', '--on', 'yesterday', '--every', '7 days');
  await said('remind', 'Pay', '--on', 'yesterday');
  const due = await said('due');
  expect(due).toMatch(/Return the book +Jane Roe/);
  expect(due).toContain('Pay');
  expect(await said('briefing')).toMatch(/Overdue\n.*Return the book \(Jane Roe\)/);
  expect(await said('done', 'pay')).toBe('Done: Pay.\n');
  expect(await said('done', 'the book')).toMatch(/^Done: Return the book\. Due again on \w{3}, /);
  expect(await said('due')).toBe('Nothing is due.\n');
  expect((await failing('done', 'pay')).stderr).toContain('No open reminder contains "pay"');
  expect((await failing('remind', 'x')).stderr).toContain("'--on <day>' not specified");
});

test('reports the next date of a completed recurring reminder in plain words', async () => {
  expect(await said('remind', 'Water it', '--on', 'yesterday', '--every', 'weekly')).toMatch(/, then every week\.\n$/);
  const next = inDay(dayOf('--on', '6d', 'Europe/Berlin', 'ahead', NOON));
  expect(await said('done', 'water it')).toBe(`Done: Water it. Due again on ${next}.\n`);
});

test.each([
  ['month', '1 mon', 'month'],
  ['2 weeks', '14 days', '2 weeks'],
  ['Quarterly', '3 mons', '3 months'],
  ['every year', '1 year', 'year'],
])('accepts every %s as %s, and shows it as %s', async (words, recurrence, told) => {
  const { reminder } = JSON.parse(await said('remind', words, '--on', '5d', '--every', words, '--json'));
  expect(reminder).toMatchObject({ recurrence });
  expect(inSpan(recurrence)).toBe(told);
});

test.each([
  [['remind', 'x', '--on', 'today', '--every', '9 days'], 'is not one of week, 2 weeks, month', 'The closest is week'],
  [['remind', ' ', '--on', 'today'], 'The text of a reminder must not be empty', ''],
  [['add', ''], 'The name must not be empty', ''],
  [['add', 'Nova', '--note', ' '], '--note must not be empty', ''],
  [['note', 'jane roe', ' '], 'The text of a note must not be empty', ''],
  [['note', '', 'x'], 'The name of a person must not be empty', ''],
  [['done', ''], 'The text of a reminder must not be empty', ''],
  [['note', 'jane', '- dash first'], "unknown option '- dash first'", 'kith note WHO -- "- dash first"'],
])('rejects %j and explains why', async (args, why, todo) => {
  const { code, stderr } = await failing(...args);
  expect(code).toBe(2);
  expect(stderr).toContain(why);
  expect(stderr).toContain(todo);
  expect((await failing('find', 'nova')).stdout).toContain('Nothing matches');
});

test("shows a person's relations and profiles", async () => {
  const { contact: eva } = JSON.parse(await said('add', 'Eva Holm', '--json'));
  const { contact: nils } = JSON.parse(await said('add', 'Nils Holm', '--json'));
  const { contact: ida } = JSON.parse(await said('add', 'Ida Berg', '--json'));
  const change = {
    contactId: eva.id,
    linkedin: 'https://linkedin.example/in/eva',
    instagram: 'eva.h',
    related_contacts: {
      append: [
        { destination: nils.id, source_contact: 'wife', destination_contact: 'husband' },
        { destination: ida.id, source_contact: 'friend' },
      ],
    },
  };
  await said('call', 'update_contact', JSON.stringify(change));
  const shown = await said('show', 'eva holm');
  expect(shown).toMatch(/^Husband +Nils Holm$/m);
  expect(shown).toMatch(/^LinkedIn +https:\/\/linkedin\.example\/in\/eva$/m);
  expect(shown).toMatch(/^Instagram +eva\.h$/m);
  expect(shown).toMatch(/^Friend of +Ida Berg$/m);
  expect(await said('show', 'nils holm')).toMatch(/^Wife +Eva Holm$/m);
});

test('reports an email that someone else has, and creates the new person anyway', async () => {
  expect(await said('add', 'J. Doe', '--email', 'JANE@x.example')).toContain('Jané Doe has the same email');
});

test.runIf(hasTerminal)('shortens names last and dates never in a table that is too wide', async () => {
  const [name, email] = ['Wilhelmina Featherstonehaugh', 'wilhelmina@featherstonehaugh.example'];
  const title = 'Senior Vice President of Something Long';
  await said('add', name, '--email', email, '--company', 'Consolidated Holdings', '--title', title);
  await said('note', email, 'met', '--on', '2026-05-17');
  const settings = {
    ...clock,
    KITH_DATA_DIR: service.dataDir,
    KITH_USER: ada.email,
    ...(await engineSettings(service.dataDir)),
  };
  const shown = atTerminal('find wilhelmina', settings, 115);
  for (const whole of [name, 'Sun, May 17, 2026']) expect(shown).toContain(whole);
  expect(shown).toMatch(/…/);
  expect(atTerminal('find wilhelmina', settings, 50)).toContain('Sun, May 17, 2026');
});

test.runIf(hasTerminal)("fits a table to the terminal's width, in color", async () => {
  const settings = {
    ...clock,
    KITH_DATA_DIR: service.dataDir,
    KITH_USER: ada.email,
    ...(await engineSettings(service.dataDir)),
  };
  const shown = atTerminal('find jane', { ...settings, NO_COLOR: '' }, 50);
  const lines = stripVTControlCharacters(shown).split('\n');
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(50);
  expect(shown).toContain('…');
  expect(shown).toContain('\u001b[2m');
});

describe('a day', () => {
  const NOW = Date.parse('2026-11-22T23:30:00Z');
  // Monday the 23rd in Berlin, still Sunday in New York.
  test.each([
    ['today', 'Europe/Berlin', 'ahead', '2026-11-23'],
    ['today', 'America/New_York', 'ahead', '2026-11-22'],
    ['tomorrow', 'Europe/Berlin', 'ahead', '2026-11-24'],
    ['Yesterday', 'Europe/Berlin', 'past', '2026-11-22'],
    ['monday', 'Europe/Berlin', 'ahead', '2026-11-30'],
    ['monday', 'Europe/Berlin', 'past', '2026-11-16'],
    ['fri', 'Europe/Berlin', 'ahead', '2026-11-27'],
    ['fri', 'Europe/Berlin', 'past', '2026-11-20'],
    ['3d', 'Europe/Berlin', 'ahead', '2026-11-26'],
    ['2w', 'Europe/Berlin', 'past', '2026-11-09'],
    ['2027-02-28', 'Europe/Berlin', 'past', '2027-02-28'],
  ] as const)('%s in %s, %s, is %s', (text, zone, direction, day) => {
    expect(dayOf('--on', text, zone, direction, NOW)).toBe(day);
  });

  test.each(['2027-02-29', 'soon', '3', 'mo', ''])('rejects %j', (text) => {
    expect(() => dayOf('--on', text, 'UTC', 'ahead', NOW)).toThrow('--on');
  });
});
