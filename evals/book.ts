import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CLI, environment } from './program.ts';
import { connect } from './session.ts';
import type { Call } from './task.ts';

// The address book that every task starts with: the sample people and calendar, and what such a book has after a while.

const run = promisify(execFile);
const PEOPLE = 'samples/address-book.vcf';
const CALENDAR = 'samples/calendar.ics';

export interface Book {
  /** Copies the address book into a new folder. */
  copy(): Promise<{ folder: string; remove(): Promise<void> }>;
  remove(): Promise<void>;
}

export async function makeBook(): Promise<Book> {
  const original = await temporaryFolder();
  const env = environment(original);
  await run(process.execPath, [CLI, 'import', PEOPLE], { env });
  await run(process.execPath, [CLI, 'connect', 'ics', CALENDAR], { env });
  const session = await connect(original);
  await fill(session.call);
  await session.close();
  return {
    async copy() {
      const folder = await temporaryFolder();
      await cp(original, folder, { recursive: true });
      return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
    },
    remove: () => rm(original, { recursive: true, force: true }),
  };
}

const temporaryFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'kith-evals-'));

async function fill(call: Call): Promise<void> {
  await addGroups(call);
  await addCustomFields(call);
  await addReminders(call);
  for (const contactId of ['Harriet Vandermolen', 'Cyrus Montague-Bell'])
    await call('update_contact', { contactId, frequency: '3 mons' });
  await call('update_contact', { contactId: 'Carol Brandvold', frequency: '7 days' });
  for (const contact_id of ['Sam Nguyen', 'Amara Okafor'])
    await call('bulk_create_favorites', { favorites: [{ contact_id }] });
  await call('create_contact', {
    full_name: 'Lars Pettersen',
    job_title: 'Upholsterer',
    contact_phone_numbers: [{ phone_number: '+44 7700 900321' }],
  });
  await call('create_note', {
    note: 'Sold us the green sofa. It comes with a ten-year warranty on the frame.',
    event_time: '2024-11-02',
    timeline_items_contacts: [{ contact_id: 'Lars Pettersen' }],
  });
  await call('update_contact', { contactId: 'Lars Pettersen', is_archived: true });
  const { contact } = await call('create_contact', {
    full_name: 'Gwen Ashdown',
    company: 'Ashdown Piano Tuning',
    contact_phone_numbers: [{ phone_number: '+44 7700 900444' }],
  });
  await call('delete_contact', { contactId: contact.id });
}

async function addGroups(call: Call): Promise<void> {
  const { tags } = await call('list_tags', { take: 50 });
  const { id } = tags.find(({ name }: { name: string }) => name === 'book club');
  const { contacts } = await call('filter_contacts', { where: { tags: { any: [id] } }, take: 50 });
  await group(
    'Book club',
    contacts.map((contact: { id: string }) => contact.id),
  );
  await group('Christmas cards', ['Carol Brandvold', 'Harriet Vandermolen', 'Käthe Lüderitz-Blum', 'Misaki Satonaka']);

  async function group(name: string, contactIds: string[]): Promise<void> {
    const { group } = await call('create_group', { name });
    await call('add_contacts_to_group', { groupId: group.id, contactIds });
  }
}

async function addCustomFields(call: Call): Promise<void> {
  for (const name of ['Diet', 'Coffee order']) await call('create_custom_field', { name, field_type: 'input' });
  const values: [string, string, string][] = [
    ['Magdalena Kurek', 'Diet', 'vegetarian'],
    ['Clementine Duval-Price', 'Diet', 'no lactose'],
    ['Amara Okafor', 'Coffee order', 'oat flat white'],
  ];
  for (const [contactId, custom_field_id, text_value] of values)
    await call('set_custom_field_values', { custom_fields: [{ contact_id: contactId, custom_field_id, text_value }] });
}

async function addReminders(call: Call): Promise<void> {
  const reminders: [text: string, due: string, who?: string, recurring?: object][] = [
    ['Answer Vikram about churn', '2026-12-02', 'Vikram Bhattacharya'],
    ['Call Harriet about her hip', '2026-12-04', 'Harriet Vandermolen'],
    ['Give the blue novel back', '2026-12-04', 'Amara Okafor'],
    ['Call Wally', '2026-12-07', 'Walter Brannigan Jr.', { recurrence: '1 mon' }],
    ['Post the Christmas cards', '2026-12-11'],
    ["Renew Dad's fishing license", '2027-01-15', 'Gene Brandvold'],
  ];
  for (const [text, due_at_date, contact_id, recurring] of reminders) {
    const links = contact_id ? { reminders_contacts: [{ contact_id }] } : {};
    await call('create_reminder', { text, due_at_date, ...links, ...recurring });
  }
  const done = await call('create_reminder', { text: 'Order the winter card', due_at_date: '2026-10-05' });
  await call('update_reminder', { reminderId: done.reminder.id, is_complete: true });
}
