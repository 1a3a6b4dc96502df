import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BOUNDS } from '../../src/contract/schema/limits.ts';
import { insertNotes } from '../support/many-notes.ts';
import { connectModern } from '../support/mcp.ts';
import { createPeople } from '../support/people.ts';
import { type RunningService, startService, type User } from '../support/service.ts';

// Every list ends a page before the response exceeds the size limit, and the next page continues right there. The rows
// are as large as the service accepts, so a few are enough.

/** Sizes are counted without escapes and separators. */
const MAX_BYTES = 1.5 * BOUNDS.answerBytes;
const PEOPLE = 500;

let service: RunningService;
let ada: User;
let people: string[];

beforeAll(async () => {
  service = await startService();
  ada = await service.user();
  people = await createPeople(ada, PEOPLE);
});
afterAll(async () => {
  await service.stop();
  expect(service.log()).not.toContain('unexpected fault');
});

async function createNotes(user: User, count: number, fields: object): Promise<void> {
  for (let done = 0; done < count; done += 50) {
    const notes = Array.from({ length: Math.min(50, count - done) }, () => fields);
    const { status } = await user.post('/v2/timeline/notes/batch', { notes });
    expect(status).toBe(201);
  }
}

interface Pages {
  ids: string[];
  sizes: number[];
  warnings: (string[] | undefined)[];
}

/** All pages of a list, each checked for its size. */
async function readPages(user: User, path: string, list: string): Promise<Pages> {
  const found: Pages = { ids: [], sizes: [], warnings: [] };
  for (let cursor: string | null | undefined = ''; cursor !== null && cursor !== undefined; ) {
    const at = cursor && `${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`;
    const { status, body } = await user.get(path + at);
    expect(status, JSON.stringify(body).slice(0, 300)).toBe(200);
    const rows: { id?: string; contactIds?: string[]; note?: { id: string } }[] = body.data[list];
    expect(JSON.stringify(body).length).toBeLessThan(MAX_BYTES);
    expect(rows.length).toBeGreaterThan(0);
    found.ids.push(...rows.map(({ id, contactIds, note }) => id ?? note?.id ?? contactIds!.join()));
    found.sizes.push(rows.length);
    found.warnings.push(body.data.warnings);
    cursor = body.data.pagination.nextCursor;
  }
  return found;
}

/** Expects several pages although all rows were requested, each row once, and a warning on every page but the last. */
function expectCut({ ids, sizes, warnings }: Pages, count: number): void {
  expect(sizes.length).toBeGreaterThan(1);
  expect(new Set(ids).size).toBe(count);
  expect(ids).toHaveLength(count);
  for (const warning of warnings.slice(0, -1)) expect(warning?.join()).toContain('nextCursor');
}

describe('lists of contacts with many notes', () => {
  beforeAll(() =>
    createNotes(ada, 100, { note: 'Met', timeline_items_contacts: people.map((id) => ({ contact_id: id })) }),
  );

  test.each([
    ['list_contacts', '/v2/contacts?take=500&select[timeline_items_contacts]=true'],
    ['list_contacts by name', '/v2/contacts?take=500&include[timeline_items_contacts]=true&sort=full_name'],
  ])('%s ends a page early', async (_, path) => {
    expectCut(await readPages(ada, path, 'contacts'), PEOPLE);
  });

  test('a filter ends a page early', async () => {
    const ids = [];
    let cursor: string | null | undefined;
    do {
      const include = { timeline_items_contacts: true, contact_emails: true };
      const { body } = await ada.post('/v2/contacts/filter', { take: 200, include, ...(cursor && { cursor }) });
      expect(JSON.stringify(body).length).toBeLessThan(MAX_BYTES);
      for (const { id } of body.data.contacts) ids.push(id);
      cursor = body.data.pagination.nextCursor;
    } while (cursor);
    expect(new Set(ids)).toEqual(new Set(people));
    expect(ids).toHaveLength(PEOPLE);
  });

  test('the members of a group end a page early', async () => {
    const { body } = await ada.post('/v2/groups', { group: { name: 'All' } });
    const path = `/v2/groups/${body.data.group.id}/contacts`;
    await ada.call('PUT', path, { contactIds: people });
    const include = 'include[timeline_items_contacts]=true&include[groups_contacts]=true';
    const pages = await readPages(ada, `${path}?take=200&${include}`, 'contacts');
    expect(new Set(pages.ids)).toEqual(new Set(people));
  });

  test('notes end a page early, and much earlier with full contacts', async () => {
    expectCut(await readPages(ada, '/v2/timeline/notes?take=200', 'notes'), 100);
    const bob = await service.user();
    const others = await createPeople(bob, PEOPLE);
    await createNotes(bob, 6, { note: 'Met', timeline_items_contacts: others.map((id) => ({ contact_id: id })) });
    const path = '/v2/timeline/notes/search?searchQuery=met&includeContactDetails=true';
    expectCut(await readPages(bob, `${path}&take=200`, 'notes'), 6);
  });

  test('the timeline ends a page early', async () => {
    expectCut(await readPages(ada, '/v2/timeline?sources=notes&take=200', 'items'), 100);
  });

  test('duplicates with full contacts end a page early', async () => {
    const twins = Array.from({ length: 400 }, (_, index) => ({
      contactId: people[index],
      data: { full_name: `Twin ${index >> 1}`, contact_emails: [{ email: `twin${index >> 1}@example.com` }] },
    }));
    expect((await ada.call('PUT', '/v1/contacts', twins)).status).toBe(200);
    const include = 'include[contacts]=true&include[timeline_items_contacts]=true&confidence=certain';
    const whole = await readPages(ada, `/v2/contacts/duplicates?take=200&${include}`, 'duplicates');
    const bare = await readPages(ada, '/v2/contacts/duplicates?take=200&confidence=certain', 'duplicates');
    expect(whole.ids).toEqual(bare.ids);
    expect(whole.sizes.length).toBeGreaterThan(bare.sizes.length);
  });

  test('a tool returns a page that can be continued', async () => {
    const headers = { authorization: `Bearer ${ada.apiKey}` };
    const client = await connectModern({ url: `${service.baseUrl}/mcp`, headers });
    const args = { take: 500, include: { timeline_items_contacts: true } };
    const { structuredContent, isError } = await client.call('list_contacts', args);
    expect(isError).toBeFalsy();
    expect(structuredContent.pagination.nextCursor).toBeTruthy();
    await client.close();
  });
});

test('a page with long notes ends early, and a single note is complete', async () => {
  const bob = await service.user();
  const note = 'ü'.repeat(500_000);
  for (let done = 0; done < 8; done++) await bob.post('/v2/timeline/notes', { note: { note } });
  const pages = await readPages(bob, '/v2/timeline/notes?take=200', 'notes');
  expectCut(pages, 8);
  const { body } = await bob.get(`/v2/timeline/notes/${pages.ids[0]}`);
  expect(body.data.note.note).toBe(note);
});

test('contacts with long descriptions end a page early', async () => {
  const bob = await service.user();
  const description = '—'.repeat(10_000);
  for (let done = 0; done < 250; done += 125) {
    const contacts = Array.from({ length: 125 }, (_, index) => ({ full_name: `Long ${done + index}`, description }));
    expect((await bob.post('/v2/contacts/batch', { contacts })).status).toBe(201);
  }
  expectCut(await readPages(bob, '/v2/contacts?take=500', 'contacts'), 250);
});

test('one contact has its newest notes, with a warning if not all fit', async () => {
  const bob = await service.user();
  const [person] = await createPeople(bob, 1);
  insertNotes(service.dataDir, bob.id, 60_000);
  const { body } = await bob.get(`/v2/contacts/${person}`);
  expect(body.data.contact.timeline_items_contacts).toHaveLength(10_000);
  expect(body.data.warnings.join()).toContain('list_notes');
  const v1 = (await bob.get(`/v1/contacts/${person}`)).body.data;
  expect(v1.timeline_items_contacts).toHaveLength(10_000);
  expect(v1.warnings).toEqual(body.data.warnings);
  const found = await bob.get('/v2/contacts?include[timeline_items_contacts]=true');
  expect(found.body.data.contacts[0].timeline_items_contacts).toHaveLength(10_000);
});

describe('pages of lists that return everything without take', () => {
  test('end early for recurring reminders with full contacts', async () => {
    const bob = await service.user();
    const someone = await createPeople(bob, 500);
    const reminders_contacts = someone.map((contact_id) => ({ contact_id }));
    for (let done = 0; done < 6; done++) {
      const reminder = { text: `Water ${done}`, due_at_date: '2026-12-01', recurrence: '7 days', reminders_contacts };
      expect((await bob.post('/v2/reminders', { reminder })).status).toBe(201);
    }
    const whole = await readPages(bob, '/v2/reminders/recurring?include[contacts]=true', 'reminders');
    expectCut(whole, 6);
    const bare = await readPages(bob, '/v2/reminders/recurring?take=4', 'reminders');
    expect(bare.sizes).toEqual([4, 2]);
    expect(bare.ids).toEqual(whole.ids);
  });

  test('end early for custom fields with all choices', async () => {
    const bob = await service.user();
    const categories = Array.from({ length: 500 }, (_, index) => ({ category: `${index} `.padEnd(200, '—') }));
    for (let done = 0; done < 40; done++) {
      const custom_field = { name: `Field ${done}`, field_type: 'autocomplete', categories };
      expect((await bob.post('/v1/custom-fields', { custom_field })).status).toBe(200);
    }
    const listed = await readPages(bob, '/v2/custom-fields', 'custom_fields');
    expectCut(listed, 40);
    const some = await readPages(bob, '/v2/custom-fields?take=7', 'custom_fields');
    expect(some.ids).toEqual(listed.ids);
    const updates = [{ customFieldId: listed.ids.at(-1), ranking: 1 }];
    const { body } = await bob.call('PUT', '/v2/custom-fields/reorder', { updates });
    expect(JSON.stringify(body).length).toBeLessThan(MAX_BYTES);
    expect(body.data.custom_fields[0].id).toBe(listed.ids.at(-1));
  });

  test('end early for views and for favorites with pinned views', async () => {
    const bob = await service.user();
    const ids = Array.from({ length: 500 }, (_, index) => `018f0000-0000-7000-8000-${String(index).padStart(12, '0')}`);
    const filters = { or: Array.from({ length: 9 }, () => ({ in: ids })) };
    const favorites: { view_id: string }[] = [];
    for (let done = 0; done < 45; done++) {
      const { body } = await bob.post('/v2/views', { view: { name: `View ${done}`, filters } });
      favorites.push({ view_id: body.data.view.id });
    }
    expectCut(await readPages(bob, '/v2/views?take=200', 'views'), 45);
    for (const entry of favorites) await bob.post('/v2/favorites/batch', { favorites: [entry] });
    expectCut(await readPages(bob, '/v2/favorites', 'favorites'), 45);
    const first = (await bob.get('/v2/favorites?take=10')).body.data;
    expect(first.pagination.count).toBe(10);
  });
});
