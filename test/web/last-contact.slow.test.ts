import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, originOf, signedIn } from '../support/browser.ts';
import { formIn, press, typed, undo } from '../support/forms.ts';
import { CORPUS } from '../support/hostile.ts';
import { type Mailboxes, startMailboxes } from '../support/mailboxes.ts';
import { dataOf, makeContact } from '../support/people.ts';
import type { FakeAccount } from '../support/providers/data.ts';
import { kithWith, type RunningService, startService, type User } from '../support/service.ts';

// Suggested contacts from mail and meetings, enabled and reviewed in the web app and on the command line.

const ACCOUNTS = '/settings/accounts';
const SUGGESTED_CONTACTS = '/people/suggested';
const DAY_MS = 86_400_000;
/** A name in a mail header. A direction mark is removed. */
const HOSTILE = CORPUS.filter((text) => /[<"'&]/.test(text)).slice(0, 4);

let mailboxes: Mailboxes;
let service: RunningService;
let ada: User;
let bob: User;
let browser: Browser;
let box: FakeAccount;

beforeAll(async () => {
  mailboxes = await startMailboxes();
  service = await startService(undefined, mailboxes.env);
  [ada, bob] = [await service.user(undefined, 'Europe/Berlin'), await service.user()];
  for (const user of [ada, bob]) await mailboxes.fill(service, user, 'quicksilver');
  box = mailboxes.accountsOf(ada)[0]!;
  browser = await signedIn(service, ada.email);
});
afterAll(async () => {
  await service.stop();
  await mailboxes.fake.stop();
  expect(mailboxes.fake.violations).toEqual([]);
  expect(service.log()).not.toContain('unexpected fault');
});

let made = 0;
function write(account: FakeAccount, to: string, days: number[]): void {
  for (const day of days) {
    const time = Date.now() - day * DAY_MS;
    const texts = { subject: 'quicksilver', snippet: 'quicksilver' };
    account.messages.push({ id: `w${made++}`, time, sent: time, ...texts, from: account.email, to, folder: 'sent' });
  }
}

const run = async (...args: string[]): Promise<string> =>
  (await kithWith(mailboxes.env, service.dataDir, ...args, '--user', ada.email)).stdout;

const failing = async (...args: string[]): Promise<string> =>
  run(...args).then(
    () => 'it worked',
    (error: { stderr: string }) => error.stderr,
  );

/** The list from a person's row on. */
const rowOf = (text: string, name: string): string => text.slice(text.indexOf(`<bdi>${name}</bdi>`));

/** Presses a row's first button for an action. */
async function pressAt(text: string, name: string, path: string, values: Record<string, string> = {}) {
  const row = rowOf(text, name);
  const action = new RegExp(`action="(${SUGGESTED_CONTACTS}/[^"]*/${path})"`).exec(row)![1]!;
  return browser.send(action, typed(formIn(row, action), values));
}

test('is off, switched on and off for each account in the web app, and shows its state', async () => {
  expect((await browser.open(SUGGESTED_CONTACTS)).text).toContain('Suggestions are off.');
  const page = await browser.open(ACCOUNTS);
  expect(page.text.match(/>Off</g)).toHaveLength(2);
  const first = formIn(page.text, `${ACCOUNTS}/last-contact`);
  const on = await browser.send(`${ACCOUNTS}/last-contact`, first);
  expect(on.text).toContain('The first check covers 90 days');
  expect(on.text.match(/>Off</g)).toHaveLength(1);
  expect((await press(browser, ACCOUNTS, `${ACCOUNTS}/last-contact/count`)).text).toContain('within a minute');
  const off = await press(browser, ACCOUNTS, `${ACCOUNTS}/last-contact`);
  expect(off.text).toContain('its counts are deleted');
  const nobody = [
    ['id', randomUUID()],
    ['set', 'on'],
  ] as [string, string][];
  expect((await browser.send(`${ACCOUNTS}/last-contact`, nobody)).status).toBe(404);
});

describe('suggested contacts', () => {
  beforeAll(async () => {
    write(box, 'Grace Hopper <grace@y.example>', [3, 10, 20, 21]);
    write(box, 'Later Lee <lee@y.example>', [3, 10, 20]);
    write(box, 'Never Nil <nil@y.example>', [3, 10, 20]);
    write(box, 'Known Kay <kay@y.example>', [3, 10, 20]);
    write(box, 'Twin Tom <twintom@gmail.com>', [3, 10, 20]);
    for (const [index, name] of HOSTILE.entries()) {
      const encoded = `=?utf-8?B?${Buffer.from(name).toString('base64')}?=`;
      write(box, `${encoded} <hostile${index}@y.example>`, [3, 10, 20]);
    }
    expect(await run('last-contact', '--on', box.email.toUpperCase())).toContain(`${box.email} counts from now on.`);
    const printed = await run('last-contact');
    expect(printed).toContain(`${box.email}: counted from `);
    expect(printed).toContain(`${5 + HOSTILE.length} people you write to`);
  });

  test('are in the web app, with their names as text', async () => {
    const { text } = await browser.open('/people');
    expect(text).toContain(`href="${SUGGESTED_CONTACTS}"`);
    const page = await browser.open(SUGGESTED_CONTACTS);
    expect(page.text).toContain('<bdi>Grace Hopper</bdi>');
    expect(page.text).toContain('4 messages in 90 days');
    for (const name of HOSTILE) expect(page.text).not.toContain(name);
    for (const index of HOSTILE.keys()) expect(page.text).toContain(`hostile${index}@y.example`);
    expect(page.text).not.toContain('quicksilver');
  });

  test('redirect from their old address', async () => {
    const at = async (path: string) => {
      const { status, headers } = await fetch(`${originOf(service)}/people/written-to${path}`, { redirect: 'manual' });
      return [status, headers.get('location')];
    };
    expect(await at('?added=1')).toEqual([301, `${SUGGESTED_CONTACTS}?added=1`]);
    expect(await at('/abc/choose?name=b')).toEqual([301, `${SUGGESTED_CONTACTS}/abc/choose?name=b`]);
  });

  test('are hidden from other users', async () => {
    const other = await signedIn(service, bob.email);
    expect((await other.open(SUGGESTED_CONTACTS)).text).not.toContain('y.example');
    const page = await browser.open(SUGGESTED_CONTACTS);
    const [, action = ''] = new RegExp(`action="(${SUGGESTED_CONTACTS}/[^"]*)/add"`).exec(page.text)!;
    expect((await other.open(`${action}/choose`)).status).toBe(404);
    expect((await other.send(`${action}/add`, [])).url.pathname).toBe(SUGGESTED_CONTACTS);
    expect(dataOf(await bob.get('/v2/contacts?searchQuery=grace')).contacts).toEqual([]);
  });

  test('are added with one click, with the date of the last mail', async () => {
    const page = await browser.open(SUGGESTED_CONTACTS);
    const added = await pressAt(page.text, 'Grace Hopper', 'add');
    expect(added.text).toMatch(/<\/a> added/);
    expect(rowOf(added.text, 'Later Lee')).not.toContain('grace@y.example');
    const [grace] = dataOf(await ada.get('/v2/contacts?searchQuery=grace')).contacts;
    expect(grace).toMatchObject({ full_name: 'Grace Hopper', source: 'email_ingest' });
    expect(Date.now() - Date.parse(grace.last_seen_at) - 3 * DAY_MS).toBeLessThan(HOUR_MS);
  });

  test('ask about a person who almost certainly exists, who then gets the address', async () => {
    const tom = await makeContact(ada, {
      full_name: 'Twin Tom',
      contact_emails: [{ email: 'twin.tom@gmail.com' }],
      company: 'Twins',
    });
    const page = await browser.open(SUGGESTED_CONTACTS);
    const asked = await pressAt(page.text, 'Twin Tom', 'add');
    expect(asked.text).toContain('Probably already in your contacts');
    expect(asked.text).toContain(`href="/people/${tom.id}"`);
    expect(await failing('suggested', '--add', 'twintom@gmail.com')).toContain(tom.id);
    expect(dataOf(await ada.get('/v2/contacts?searchQuery=twin')).contacts).toHaveLength(1);
    const same = /action="([^"]*\/attach)"/.exec(asked.text)![1]!;
    expect((await browser.send(same, formIn(asked.text, same))).text).toContain('Address added to');
    const chosen = await browser.open(
      `${new RegExp(`(${SUGGESTED_CONTACTS}/[^"/]*)/choose`).exec(rowOf(page.text, 'Known Kay'))![1]}/choose?name=Twin`,
    );
    const [, attach = ''] = /action="([^"]*\/attach)"/.exec(chosen.text)!;
    const given = await browser.send(attach, formIn(chosen.text, attach));
    expect(given.text).toContain('Address added to');
    const { contact } = dataOf(await ada.get(`/v2/contacts/${tom.id}`));
    expect(contact.contact_emails.map(({ email }: { email: string }) => email)).toEqual([
      'twin.tom@gmail.com',
      'twintom@gmail.com',
      'kay@y.example',
    ]);
  });

  test('disappear when dismissed, which can be undone', async () => {
    const never = await pressAt((await browser.open(SUGGESTED_CONTACTS)).text, 'Never Nil', 'dismiss', {
      how: 'never',
    });
    expect(never.text).toContain('No longer suggested');
    expect(never.text).not.toContain('nil@y.example');
    expect((await undo(browser, never)).text).toContain('nil@y.example');
    expect(await run('suggested', '--not-now', 'lee@y.example')).toContain('is not suggested for 60 days');
    expect((await browser.open(SUGGESTED_CONTACTS)).text).not.toContain('lee@y.example');
    expect(await run('suggested', '--again', 'lee@y.example')).toContain('can be suggested again');
  });

  test('are listed, added, and dismissed on the command line too', async () => {
    expect(await run('suggested')).toMatch(/Never Nil +nil@y\.example +3 /);
    const { offers } = JSON.parse(await run('suggested', '--json'));
    expect(offers).toContainEqual(
      expect.objectContaining({ address: 'nil@y.example', name: 'Never Nil', messages: 3 }),
    );
    expect(await run('suggested', '--add', 'NIL@y.example')).toContain('Never Nil is added');
    expect(await failing('suggested', '--add', 'nil@y.example')).toContain('"nil@y.example" is not suggested.');
    expect(await failing('suggested', '--to', 'Ada')).toContain('--to requires --add');
    expect(await failing('last-contact', '--on', 'nobody@y.example')).toContain(
      'No account "nobody@y.example" is connected.',
    );
    expect(await run('suggested', '--add', 'lee@y.example', '--to', 'Grace Hopper')).toContain('now has the address');
    expect(JSON.parse(await run('last-contact', '--json'))).toMatchObject({ warnings: [], isCancelled: false });
    expect(await run('last-contact', '--off', box.email)).toContain('no longer counts');
    expect(await run('suggested')).toContain('There are no suggested contacts.');
    expect(await run('last-contact')).toContain('No account counts.');
  });
});

const HOUR_MS = 3_600_000;
