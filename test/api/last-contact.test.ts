import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Mailboxes, startMailboxes } from '../support/mailboxes.ts';
import { dataOf, makeContact } from '../support/people.ts';
import { type RunningService, startService, type User } from '../support/service.ts';

// Last contact and suggested contacts over REST. The slow tests check what counts.

const ACCOUNTS = '/v2/last-contact/accounts';
const SUGGESTED = '/v2/suggested-contacts';
const DAY_MS = 86_400_000;

let mailboxes: Mailboxes;
let service: RunningService;
let ada: User;
let bob: User;
beforeAll(async () => {
  mailboxes = await startMailboxes();
  service = await startService(undefined, mailboxes.env);
  [ada, bob] = [await service.user(), await service.user()];
  await mailboxes.fill(service, ada, 'quicksilver');
  const { email, messages } = mailboxes.accountsOf(ada)[0]!;
  for (const to of ['Grace Hopper <grace@y.example>', 'known@y.example'])
    for (const days of [3, 10, 20]) {
      const time = Date.now() - days * DAY_MS;
      const texts = { subject: 'quicksilver', snippet: 'quicksilver' };
      messages.push({ id: `${to[0]}${days}`, time, sent: time, ...texts, from: email, to, folder: 'sent' });
    }
});
afterAll(async () => {
  await service.stop();
  await mailboxes.fake.stop();
  expect(mailboxes.fake.violations).toEqual([]);
  expect(service.log()).not.toContain('unexpected fault');
});

const accountsOf = async (user: User) => dataOf(await user.get(ACCOUNTS));
const suggestedTo = async (user: User) => dataOf(await user.get(SUGGESTED));

test('switches accounts on, counts them, and suggests contacts', async () => {
  const known = await makeContact(ada, { full_name: 'Known', contact_emails: [{ email: 'known@y.example' }] });
  const { counted_accounts, last_error } = await accountsOf(ada);
  expect(last_error).toBeNull();
  expect(counted_accounts).toMatchObject([{ provider: 'GOOGLE' }, { provider: 'OFFICE365' }]);
  for (const account of counted_accounts) expect(account).toMatchObject({ is_on: false, counted_until: null });
  const google = `${ACCOUNTS}/${counted_accounts[0].id}`;

  expect(await accountsOf(bob)).toEqual({ counted_accounts: [], last_error: null });
  expect((await bob.call('PATCH', google, { is_on: true })).status).toBe(404);
  expect(dataOf(await ada.call('PATCH', google, { is_on: true })).counted_account.is_on).toBe(true);
  expect(dataOf(await ada.post('/v2/last-contact/count')).report).toBeNull();
  const { report } = dataOf(await ada.post('/v2/last-contact/count', { mode: 'now' }));
  expect(report).toMatchObject({ accounts: [{ email: counted_accounts[0].email }], warnings: [], is_canceled: false });
  expect((await accountsOf(ada)).counted_accounts[0].counted_until).toBe(report.accounts[0].until);
  const { contact } = dataOf(await ada.get(`/v2/contacts/${known.id}`));
  expect(Date.now() - Date.parse(contact.last_seen_at)).toBeLessThan(4 * DAY_MS);
  const { suggested_contacts } = await suggestedTo(ada);
  expect(suggested_contacts).toMatchObject([{ address: 'grace@y.example', name: 'Grace Hopper', messages: 3 }]);
  expect(JSON.stringify(suggested_contacts)).not.toContain('quicksilver');

  const dismissal = `${SUGGESTED}/${encodeURIComponent(suggested_contacts[0].id)}/dismissal`;
  expect(await suggestedTo(bob)).toEqual({ suggested_contacts: [], dismissed_contacts: [] });
  expect((await bob.post(dismissal, { how: 'never' })).status).toBe(404);
  const { dismissed_contact } = dataOf(await ada.post(dismissal, { how: 'never' }));
  expect(dismissed_contact).toEqual({ id: suggested_contacts[0].id, address: 'grace@y.example', until: null });
  expect(await suggestedTo(ada)).toEqual({ suggested_contacts: [], dismissed_contacts: [dismissed_contact] });
  expect((await bob.call('DELETE', dismissal)).status).toBe(404);
  expect(dataOf(await ada.call('DELETE', dismissal))).toEqual({ dismissed_contact });
  expect(await suggestedTo(ada)).toEqual({ suggested_contacts, dismissed_contacts: [] });
  expect((await ada.call('DELETE', dismissal)).status).toBe(404);

  await ada.call('PATCH', google, { is_on: false });
  expect((await suggestedTo(ada)).suggested_contacts).toEqual([]);
});
