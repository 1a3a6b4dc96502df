import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { atTerminal, hasTerminal } from '../support/at-terminal.ts';
import { engine, engineSettings } from '../support/engine.ts';
import { makeContact } from '../support/people.ts';
import { kithWith, type RunningService, startService, type User } from '../support/service.ts';

// A name may contain sequences that clear a screen, set a window's title, or reverse text. No command prints them.

const HOSTILE = '\u001b[2J\u001b]0;x\u0007Eve\u009b31m\u202e\u{e0041}\rforged';
/** The readable part of it. */
const READABLE = /\[2J\]0;xEve31m\s?forged/i;
const STEERS = /(?![\t\n])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

let service: RunningService;
let ada: User;
let ids: Record<'tool' | 'merge' | 'trash', string>;
const file = (name: string) => join(service.dataDir, name);
beforeAll(async () => {
  if (engine !== 'sqlite') return;
  service = await startService();
  ada = await service.user();
  const person = { full_name: HOSTILE, company: HOSTILE, description: HOSTILE };
  const [one, two, gone, back] = [
    await makeContact(ada, { ...person, contact_emails: [{ email: 'eve@x.example' }] }),
    await makeContact(ada, person),
    await makeContact(ada, person),
    await makeContact(ada, person),
  ];
  await ada.post('/v2/contacts/merge', { contactIds: [[one.id, two.id]] });
  for (const { id } of [gone, back]) await ada.call('DELETE', `/v2/contacts/${id}`);
  await ada.post('/v2/tags', { tag: { name: HOSTILE } });
  const merges = JSON.parse((await run('undo', '--json')).stdout);
  const trash = JSON.parse((await run('trash', 'list', '--json')).stdout);
  ids = { tool: one.id, merge: merges[0].id, trash: trash[0].id };
  const card = `BEGIN:VCARD\r\nVERSION:4.0\r\nFN:${HOSTILE.replace('\r', '')}\r\nBDAY:${HOSTILE}\r\nX-ODD:${HOSTILE}\r\n`;
  writeFileSync(file('hostile.vcf'), `${card}EMAIL:eve@x.example\r\nEND:VCARD\r\n${card}END:VCARD\r\nBEGIN:VCARD\r\n`);
  writeFileSync(file('hostile.csv'), `First Name,Last Name,E-mail Address,"${HOSTILE}"\n"${HOSTILE}",x,no,1\na,b\n`);
  writeFileSync(file('unknown.csv'), `"${HOSTILE}","other"\n1,2\n`);
  writeFileSync(
    file('hostile.json'),
    JSON.stringify({ format: 'kith', version: 1, contacts: [{ id: HOSTILE, full_name: HOSTILE }] }),
  );
  const event = `BEGIN:VEVENT\r\nUID:1\r\nDTSTART:20260101T100000Z\r\nSUMMARY:x\r\nEND:VEVENT\r\n`;
  writeFileSync(
    file('eve.ics'),
    `BEGIN:VCALENDAR\r\nX-WR-CALNAME:${HOSTILE.replace('\r', '')}\r\n${event}END:VCALENDAR\r\n`,
  );
});
afterAll(() => service?.stop());

const run = (...args: string[]): Promise<{ stdout: string; stderr: string }> =>
  kithWith({ KITH_USER: ada.email }, service.dataDir, ...args).catch((failed) => failed);

/** Each command that prints imported text, and the expected output, in an order in which each finds its data. */
const COMMANDS: [string, () => string[], RegExp][] = [
  ['trash list', () => ['trash', 'list'], READABLE],
  ['trash list, JSON', () => ['trash', 'list', '--json'], /"title"/],
  ['trash restore', () => ['trash', 'restore', ids.trash], READABLE],
  ['trash empty', () => ['trash', 'empty', '--all'], READABLE],
  ['undo', () => ['undo'], READABLE],
  ['undo of one', () => ['undo', ids.merge], READABLE],
  ['call', () => ['call', 'list_contacts'], /forged/],
  [
    'call, refused',
    () => ['call', 'get_contact', JSON.stringify({ contactId: HOSTILE, [HOSTILE]: 1 })],
    /unknown argument/,
  ],
  ['tools', () => ['tools', HOSTILE], /There is no tool/],
  ['connect', () => ['connect', 'ics', file('eve.ics')], READABLE],
  ['accounts', () => ['accounts'], READABLE],
  ['doctor', () => ['doctor'], READABLE],
  ['doctor, JSON', () => ['doctor', '--json'], /"what"/],
  ['disconnect of another', () => ['disconnect', HOSTILE], /forged/],
  ['import of vCards', () => ['import', file('hostile.vcf')], READABLE],
  ['import of vCards, JSON', () => ['import', file('hostile.vcf'), '--json'], /"name"/],
  ['import, dry run', () => ['import', file('hostile.vcf'), '--dry-run'], READABLE],
  ['import of CSV', () => ['import', file('hostile.csv')], READABLE],
  ['import of unknown columns', () => ['import', file('unknown.csv')], READABLE],
  ['import of JSON', () => ['import', file('hostile.json')], /hostile.json/],
  ['import of no file', () => ['import', `${HOSTILE}.vcf`], /forged/],
  ['restore of no file', () => ['restore', HOSTILE], /forged/],
  ['an unknown command', () => [HOSTILE], /forged/],
  ['an unknown option', () => ['accounts', `--${HOSTILE}`], /forged/],
];

// Output does not depend on the engine.
test.runIf(engine === 'sqlite').each(COMMANDS)('%s', async (_what, args, said) => {
  const { stdout, stderr } = await run(...args());
  expect(stdout + stderr).toMatch(said);
  expect(stdout + stderr).not.toMatch(STEERS);
  expect(stdout + stderr).not.toMatch(/^\s*at .*\.js/m);
});

describe.runIf(engine === 'sqlite')('an export', () => {
  test('is exact for a program', async () => {
    const { stdout } = await run('export', '--format', 'csv');
    expect(stdout).toContain(HOSTILE.replace('\r', '')[0]);
    expect(JSON.parse((await run('export')).stdout).contacts.map((row: { company: string }) => row.company)).toContain(
      HOSTILE,
    );
  });

  test.runIf(hasTerminal).each(['json', 'vcf', 'csv'])('controls no terminal as %s', async (format) => {
    const settings = {
      KITH_DATA_DIR: service.dataDir,
      KITH_USER: ada.email,
      ...(await engineSettings(service.dataDir)),
    };
    const shown = atTerminal(`export --format ${format}`, settings);
    expect(shown).toContain('forged');
    expect(shown).not.toMatch(STEERS);
  });
});
