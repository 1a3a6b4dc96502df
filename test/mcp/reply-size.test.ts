import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectModern, type TestClient } from '../support/mcp.ts';
import { temporaryFolder } from '../support/service.ts';

const MAX_CHARACTERS = 4_000;
const folder = temporaryFolder();
let client: TestClient;
let ids: string[];

beforeAll(async () => {
  client = await connectModern({ env: { KITH_DATA_DIR: folder.path, KITH_REPLY_BYTES: String(MAX_CHARACTERS) } });
  const contacts = Array.from({ length: 90 }, (_, index) => ({
    full_name: `Person ${index} ${'x'.repeat((index * 7) % 23)}`,
    description: 'd'.repeat(300),
    contact_emails: [{ email: `person${index}@mail.example` }],
  }));
  await reply('bulk_create_contacts', { contacts });
  ids = await walk('list_contacts', 'contacts', { take: 90 });
});
afterAll(async () => {
  await client.close();
  folder.remove();
});

/** The reply, which never exceeds the limit. */
async function reply(name: string, args: Record<string, unknown> = {}) {
  const { isError, content, structuredContent } = await client.call(name, args);
  expect(isError ? content[0]!.text : undefined, name).toBeUndefined();
  const bytes = content.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  expect(bytes, name).toBeLessThanOrEqual(MAX_CHARACTERS);
  return structuredContent;
}

/** The ids of a whole list, page by page. */
async function walk(name: string, list: string, args: Record<string, unknown>): Promise<string[]> {
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await reply(name, { ...args, ...(cursor && { cursor }) });
    expect(page[list].length).toBe(page.pagination.count);
    seen.push(...page[list].map(({ id }: { id: string }) => id));
    cursor = page.pagination.nextCursor;
  } while (cursor);
  return seen;
}

test('returns every row once across truncated pages, with any included data', async () => {
  expect(new Set(ids).size).toBe(90);
  for (const include of [{ contact_emails: true }, { contact_emails: true, contact_phone_numbers: true }]) {
    expect(await walk('filter_contacts', 'contacts', { where: { has_email: true }, take: 90, include })).toHaveLength(
      90,
    );
  }
});

test('shows as many entries of a long reply without pages as fit, and the number omitted', async () => {
  const pairs = Array.from({ length: 40 }, (_, index) => ids.slice(2 * index, 2 * index + 2));
  const preview = await reply('merge_contacts', { contactIds: pairs });
  expect(preview.merged.length + preview.merged_left_out).toBe(40);
  expect(preview).toMatchObject({ dry_run: true, next: expect.stringContaining('confirm: true') });
});

test('truncates a long text and states its full length, and keeps short ones complete', async () => {
  const description = 'd'.repeat(9_000);
  const { contact: made } = await reply('create_contact', { full_name: 'Teller', description });
  const { contact } = await reply('get_contact', { contactId: made.id });
  expect(contact).toMatchObject({ id: made.id, full_name: 'Teller' });
  expect(contact.description).toMatch(/^d+… \[cut; 9000 characters in all\]$/);
  expect(contact.description.length).toBeGreaterThan(900);
  await reply('delete_contact', { contactId: made.id });
});

test('shows the sort field in a list, and empty lists in a reply that consists of lists', async () => {
  const row = async (args: object) => (await reply('list_contacts', { take: 1, ...args })).contacts[0];
  expect(await row({})).not.toHaveProperty('created_at');
  expect(await row({ sort: 'created_at' })).toHaveProperty('created_at');
  expect((await reply('get_briefing')).reminders).toEqual({ overdue: [], due: [] });
});

test('resumes a truncated resource right after its last row', async () => {
  const reminders = ids.slice(0, 30).map((contact_id, index) => ({
    text: `Write to number ${index}`,
    due_at_date: '2020-01-01',
    reminders_contacts: [{ contact_id }],
  }));
  for (const reminder of reminders) await reply('create_reminder', reminder);
  const { group } = await reply('create_group', {
    name: 'Everyone',
    description: 'g'.repeat(900),
    groups_contacts: ids.map((contact_id) => ({ contact_id })),
  });
  const lists: [string, string][] = [
    ['kith://contacts', 'contacts'],
    ['kith://reminders/due', 'reminders'],
    [`kith://groups/${group.id}/contacts`, 'contacts'],
  ];
  for (const [uri, list] of lists) {
    const text = await client.read(uri);
    expect(Buffer.byteLength(text), uri).toBeLessThanOrEqual(MAX_CHARACTERS);
    const page = JSON.parse(text);
    expect(page.pagination.nextCursor, uri).toBeTypeOf('string');
    expect(page[list].length, uri).toBe(page.pagination.count);
  }
});

test('names linked people, including archived ones', async () => {
  const [one, other] = [ids[0]!, ids[1]!];
  await reply('update_contact', { contactId: other, full_name: 'Old\u200b Friend', is_archived: true });
  const links = [one, other].map((contact_id) => ({ contact_id }));
  await reply('create_note', { note: 'Saw the harbor', timeline_items_contacts: links });
  await reply('create_reminder', { text: 'Photos', due_at_date: '2030-01-01', reminders_contacts: links.slice(1) });
  const { notes } = await reply('search_notes', { searchQuery: 'harbor' });
  const names = notes[0].timeline_items_contacts.map(({ contacts }: { contacts: { full_name: string } }) => contacts);
  expect(names.map(({ full_name }: { full_name: string }) => full_name).sort()).toEqual(['Old Friend', 'Person 89 xx']);
  const { reminders } = await reply('list_reminders', { contactId: other });
  expect(reminders[0].reminders_contacts[0].contacts).toEqual({ full_name: 'Old Friend' });
  const related = { append: [{ destination: other, source_contact: 'sister', destination_contact: 'brother' }] };
  await reply('update_contact', { contactId: one, related_contacts: related });
  const { contact } = await reply('get_contact', { contactId: one });
  expect(contact.contact_relations_contact_relations_sourceTocontacts).toMatchObject([
    { destination_contact: 'brother', contacts: { full_name: 'Old Friend' } },
  ]);
  expect(contact.timeline_items_contacts[0]).not.toHaveProperty('contacts');
  const { custom_field } = await reply('create_custom_field', { name: 'Allergies', field_type: 'input' });
  const value = { contact_id: one, custom_field_id: custom_field.id, text_value: 'nuts' };
  await reply('set_custom_field_values', { custom_fields: [value] });
  const page = await client.read(`kith://contacts/${one}?format=md`);
  for (const line of ['- Related: Old Friend (brother)', '- Allergies: nuts']) expect(page).toContain(line);
  const { items } = await reply('list_timeline', { contactId: other });
  expect(JSON.stringify(items)).toContain('Old Friend');
});

test('returns every row once across truncated pages of favorites', async () => {
  await reply('bulk_create_favorites', { favorites: ids.map((contact_id) => ({ contact_id })) });
  expect(new Set(await walk('list_favorites', 'favorites', { take: 90 })).size).toBe(90);
});
