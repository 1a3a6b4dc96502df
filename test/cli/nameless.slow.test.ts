import { expect, test } from 'vitest';
import { serviceForFile } from '../support/file-service.ts';
import { dataOf, makeContact, makeNote } from '../support/people.ts';
import { kithWith } from '../support/service.ts';

// People with only an email, a number, or a company: every list shows them by that.

const { service, ada } = await serviceForFile();
const run = async (...args: string[]): Promise<string> =>
  (await kithWith({ KITH_USER: ada.email }, service.dataDir, ...args)).stdout;

test('shows a nameless person by email, number, or company in lists, notes, reminders, and duplicates', async () => {
  const who = [
    await makeContact(ada, { contact_emails: [{ email: 'only@x.example' }] }),
    await makeContact(ada, { contact_phone_numbers: [{ phone_number: '+493055501770' }] }),
    await makeContact(ada, { company: 'Only Works' }),
  ];
  const links = who.map(({ id }) => ({ contact_id: id }));
  await makeNote(ada, { note: 'met together', timeline_items_contacts: links });
  dataOf(
    await ada.post('/v2/reminders', {
      reminder: { text: 'Call', due_at_date: '2020-01-01', reminders_contacts: links },
    }),
  );
  const shown = ['only@x.example', '+493055501770', 'Only Works'];
  const listed = JSON.parse(await run('call', 'list_contacts'));
  expect(listed.contacts.map(({ full_name }: { full_name?: string }) => full_name).sort()).toEqual([...shown].sort());
  for (const args of [['find', 'met'], ['due'], ['briefing']]) {
    const said = await run(...args);
    for (const name of shown) expect(said).toContain(name);
  }
  expect(await run('find', 'only')).toMatch(/^person +only@x\.example/m);
  expect(await run('show', who[1].id)).toMatch(/^\+493055501770\n/);
  expect(await run('show', who[2].id)).toMatch(/^Only Works\n/);
  // When requested alone, or by the service itself, the name is visibly missing.
  expect(JSON.parse(await run('call', 'get_contact', JSON.stringify({ contactId: who[0].id }))).contact.full_name).toBe(
    undefined,
  );
  expect(dataOf(await ada.get('/v2/contacts')).contacts.map(({ full_name }: { full_name: null }) => full_name)).toEqual(
    [null, null, null],
  );
});
