import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dismissOffer, offerAgain, offerId } from '../../src/service/last-contact/dismissed.ts';
import { switchOff, switchOn } from '../../src/service/last-contact/switch.ts';
import { engine } from '../support/engine.ts';
import { accepted, DAY_MS, iso, lastContactForFile, meet, NOW, sentTo } from '../support/last-contact.ts';
import { makeContact } from '../support/people.ts';
import { type FakeAccount, type FakeMessage, MARKER } from '../support/providers/data.ts';

// Suggested contacts, and the data stored about them.

const { rig, google, office, time, data, count, offers, everyAccount, person, shown } = await lastContactForFile();

describe('suggested contacts', () => {
  const write = (account: FakeAccount, to: string, days: number[], more: Partial<FakeMessage> = {}) => {
    for (const day of days) sentTo(account, NOW - day * DAY_MS, to, more);
  };

  test('include frequent addressees without a contact: three mails over two weeks', async () => {
    await person('known');
    write(google, 'Grace Hopper <grace@y.example>', [3, 10, 17, 17]);
    write(office, 'grace@y.example', [30]);
    write(google, 'Two Mails <two@y.example>', [3, 30]);
    write(google, 'One Week <week@y.example>', [3, 5, 9, 10, 11]);
    write(google, 'Long ago <ago@y.example>', [70, 80, 89]);
    write(google, 'known@x.example', [3, 10, 20]);
    write(google, `${office.email}, no-reply@y.example, news@lists.y.example`, [3, 10, 20]);
    meet(google, NOW - 2 * DAY_MS, [accepted('grace@y.example')]);
    await everyAccount(switchOn);
    await count();
    const found = await offers();
    expect(found).toMatchObject([
      { address: 'grace@y.example', name: 'Grace Hopper', messages: 5, last: iso(NOW - 2 * DAY_MS) },
      { address: 'ago@y.example', name: 'Long ago', messages: 3, last: iso(NOW - 70 * DAY_MS) },
    ]);
    expect(await count()).toMatchObject({ changed: 0 });
    expect(await offers()).toEqual(found);

    time.now = NOW + 12 * DAY_MS;
    expect((await offers()).map(({ address }) => address)).toEqual(['grace@y.example']);
    time.now = NOW;
    await everyAccount(switchOff);
    await everyAccount(switchOn);
    expect(await offers()).toEqual([]);
  });

  test('disappear when dismissed, for now or forever, and get the last contact when added', async () => {
    write(google, 'Ada L <ada@y.example>', [3, 10, 20]);
    write(google, 'Bob <bob@y.example>', [3, 10, 20]);
    write(google, 'Cy <cy@y.example>', [3, 10, 20]);
    await everyAccount(switchOn);
    await count();
    const named = async () => (await offers()).map(({ address }) => address.split('@')[0]);
    expect(await named()).toEqual(['ada', 'bob', 'cy']);
    await data().write((context) => dismissOffer(context, 'ada@y.example', 'never'));
    await data().write((context) => dismissOffer(context, 'bob@y.example', 'not_now'));
    expect(await named()).toEqual(['cy']);
    const { id } = await makeContact(rig.api, { full_name: 'Cy', contact_emails: [{ email: 'CY@y.example' }] });
    expect(await named()).toEqual([]);
    await count();
    expect((await shown(id)).last_seen_at).toBe(iso(NOW - 3 * DAY_MS));
    time.now = NOW + 61 * DAY_MS;
    for (const days of [0, 10, 20]) write(google, 'ada@y.example, bob@y.example', [-60 + days]);
    await count();
    expect(await named()).toEqual(['bob']);
    await data().write((context) => offerAgain(context, offerId(context, 'ada@y.example')));
    expect(await named()).toEqual(['ada', 'bob']);
  });

  test('show malicious names as one line with a limit', async () => {
    write(
      google,
      `=?utf-8?B?${Buffer.from(`A\u202Eb\r\nBcc: x\u0000${'y'.repeat(500)}`).toString('base64')}?= <evil@y.example>`,
      [3, 10, 20],
    );
    await everyAccount(switchOn);
    await count();
    const [offer] = await offers();
    expect(offer!.name).toMatch(/^A b Bcc: x y+$/);
    expect([...offer!.name!].length).toBeLessThanOrEqual(100);
  });
});

test("store no content, and no other person's address", async () => {
  const stranger = 'stranger-of-the-tests@y.example';
  for (const account of [google, office]) {
    for (const day of [3, 10, 20]) sentTo(account, NOW - day * DAY_MS, `Strange Name <${stranger}>`);
    meet(account, NOW - DAY_MS, [accepted(stranger)]);
  }
  await everyAccount(switchOn);
  await count();
  expect((await offers()).map(({ address }) => address)).toEqual([stranger]);
  await data().write((context) => dismissOffer(context, stranger, 'never'));
  for (const text of [MARKER, stranger, 'Strange Name', 'stranger-of', google.messages[0]!.id])
    expect(await stored(), text).not.toContain(text);
});

/** All stored data, as bytes and as rows. */
async function stored(): Promise<string> {
  if (engine === 'postgres') {
    const tables = ['contact_counts', 'dismissed_offers', 'contacts', 'connected_accounts', 'outbox'] as const;
    return data().read(async ({ db, user }) => {
      const rows = [];
      for (const table of tables)
        rows.push(await db.selectFrom(table).selectAll().where('user_id', '=', user.user_id).execute());
      return JSON.stringify(rows);
    });
  }
  return readdirSync(rig.dataDir, { recursive: true, encoding: 'utf8' })
    .map((name) => join(rig.dataDir, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'))
    .join('\n');
}
