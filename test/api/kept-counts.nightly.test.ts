import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ArchiveRows } from '../../src/contract/archive.ts';
import { apiNames, operation as operationNamed } from '../../src/contract/operations.ts';
import { exportRows } from '../../src/service/history/archive/export.ts';
import { importArchive } from '../../src/service/history/archive/import.ts';
import { undoGroupMerge } from '../../src/service/history/merge/undo-groups.ts';
import { clockedServiceForFile } from '../support/clocked.ts';
import { expectKeptAsCounted } from '../support/kept-counts.ts';
import { dataOf, type Json, makeContact, makeContacts, makeNote, makeTag } from '../support/people.ts';
import { addGroup } from '../support/records.ts';
import { rounds } from '../support/rounds.ts';
import { sampleRequest, send, successOf } from '../support/samples.ts';
import type { Api, User } from '../support/service.ts';
import { idsFrom, lastingWorld } from '../support/world.ts';

// Counts of contacts are stored. After any operation, they must equal a full count.

const data = await clockedServiceForFile();
const { service } = data;
type Person = Awaited<ReturnType<typeof service.user>>;

const expectKept = (user: { id: string }, what: string) => expectKeptAsCounted(data.database, user.id, what);

const counted = async (api: Api, where?: object): Promise<number> =>
  dataOf(await api.get(`/v2/contacts/count${where ? `?where=${encodeURIComponent(JSON.stringify(where))}` : ''}`))
    .count;

const eve: User = { ...(await service.user()), email: '', apiKey: '' };
const watched: User = {
  ...eve,
  async call(method, path, body, options) {
    const answer = await eve.call(method, path, body, options);
    if (method !== 'GET') expectKept(eve, `${method} ${path} ${JSON.stringify(body)}`);
    return answer;
  },
  post: (path, body, options) => watched.call('POST', path, body ?? {}, options),
};
const theWorld = lastingWorld(eve, data.database);

// A tag with the sample's name exists by then.
const writes = apiNames
  .map(operationNamed)
  .filter(({ name, effect, atProvider }) => effect !== 'read' && !atProvider && name !== 'update_tag');

test.each(writes)('after $name, each count is correct', async (operation) => {
  const ids = idsFrom(await theWorld({ anew: /^update_/.test(operation.name) }), operation.name);
  const answer = await send(watched, operation, sampleRequest(operation, ids));
  expect(answer.status, JSON.stringify(answer.body)).toBe(successOf(operation));
});

/**
 * One step of a random sequence: existing ids by kind, and a function that picks one with the step's next random
 * number.
 */
type Step = (user: Person, pick: <T>(list: readonly T[]) => T | undefined, ids: (table: string) => string[]) => unknown;

const COMPANIES = ['Acme', 'acme', 'Borealis', null, '', 'x'.repeat(201), 'ß'.repeat(150)];
const links = (list: (string | undefined)[], column: string) =>
  [...new Set(list)].flatMap((id) => (id ? [{ [column]: id }] : []));

const STEPS: Record<string, Step> = {
  create: (user, pick, ids) =>
    user.post('/v2/contacts', {
      company: pick(COMPANIES),
      is_archived: pick([false, false, true]),
      tags_contacts: links([pick(ids('tags'))], 'tag_id'),
      groups_contacts: links([pick(ids('groups'))], 'group_id'),
    }),
  createMany: (user, pick, ids) => {
    const contact = () => ({
      company: pick(COMPANIES),
      is_archived: pick([false, false, true]),
      linkedin: pick(['in/ada', null]),
      tags_contacts: links([pick(ids('tags')), pick(ids('tags'))], 'tag_id'),
      groups_contacts: links([pick(ids('groups'))], 'group_id'),
    });
    const bad = { ...contact(), contact_birthdays: { contact_id: '00000000-0000-4000-8000-000000000000' } };
    return user.post('/v2/contacts/batch', { contacts: [contact(), bad, contact()], continueOnError: true });
  },
  update: (user, pick, ids) =>
    user.call('PATCH', `/v2/contacts/${pick(ids('contacts'))}`, { company: pick(COMPANIES), linkedin: 'in/ada' }),
  archive: (user, pick, ids) =>
    user.call('PATCH', `/v2/contacts/${pick(ids('contacts'))}`, {
      is_archived: pick([true, false]),
      company: pick(COMPANIES),
    }),
  changeMany: (user, pick, ids) =>
    user.call(
      'PUT',
      '/v1/contacts',
      [pick(ids('contacts')), pick(ids('contacts'))].map((contactId) => ({
        contactId,
        data: {
          is_archived: pick([true, false, undefined]),
          groups_contacts: links([pick(ids('groups'))], 'group_id'),
          tags_contacts: { [pick(['append', 'remove', 'replace'])!]: links([pick(ids('tags'))], 'tag_id') },
        },
      })),
    ),
  newTag: (user, pick) => makeTag(user, pick(['chess', 'bees', 'wine'])!),
  newGroup: (user, pick, ids) =>
    addGroup(user, pick(['Club', 'LinkedIn'])!, { groups_contacts: links([pick(ids('contacts'))], 'contact_id') }),
  tag: (user, pick, ids) =>
    user.post('/v2/tags/contacts/add', {
      tagIds: [pick(ids('tags'))],
      contactIds: [pick(ids('contacts')), pick(ids('contacts'))],
    }),
  untag: (user, pick, ids) =>
    user.post('/v2/tags/contacts/remove', {
      tagIds: [pick(ids('tags'))],
      contactIds: [pick(ids('contacts')), pick(ids('contacts'))],
    }),
  join: (user, pick, ids) =>
    user.call('PUT', `/v2/groups/${pick(ids('groups'))}/contacts`, {
      contactIds: [pick(ids('contacts')), pick(ids('contacts'))],
    }),
  leave: (user, pick, ids) =>
    user.call('DELETE', `/v2/groups/${pick(ids('groups'))}/contacts`, { contactIds: [pick(ids('contacts'))] }),
  replaceMembers: (user, pick, ids) =>
    user.call('PATCH', `/v2/groups/${pick(ids('groups'))}`, {
      group: { groups_contacts: links([pick(ids('contacts')), pick(ids('contacts'))], 'contact_id') },
    }),
  remove: (user, pick, ids) => user.call('DELETE', `/v2/contacts/${pick(ids('contacts'))}`),
  removeMany: (user, pick, ids) =>
    user.post('/v2/contacts/batch-delete', { contactIds: [pick(ids('contacts')), pick(ids('contacts'))] }),
  removeTag: (user, pick, ids) => user.call('DELETE', `/v2/tags/${pick(ids('tags'))}`),
  removeGroup: (user, pick, ids) => user.call('DELETE', `/v2/groups/${pick(ids('groups'))}`),
  restore: (user, pick, ids) => user.post('/v2/trash/restore', { ids: [pick(ids('bin')), pick(ids('bin'))] }),
  merge: (user, pick, ids) =>
    user.post('/v2/contacts/merge', { contactIds: [[pick(ids('contacts')), pick(ids('contacts'))]] }),
  undoMerge: (user, pick, ids) => user.post(`/v2/contacts/${pick(ids('merges'))}/undo-merge`, {}),
  mergeGroups: (user, pick, ids) =>
    user.post(`/v2/groups/${pick(ids('groups'))}/merge`, { sourceGroupIds: [pick(ids('groups'))], finalName: 'All' }),
  undoGroupMerge: async (user, pick, ids) => {
    const destination = pick(ids('group_merges'));
    const { write } = await service.userData(user.id);
    if (destination) await write((context) => undoGroupMerge(context, destination)).catch(() => {});
  },
  note: (user, pick, ids) =>
    makeNote(user, {
      note: 'Met',
      event_time: pick(['2020-01-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z'])!,
      timeline_items_contacts: links([pick(ids('contacts')), pick(ids('contacts'))], 'contact_id'),
    }),
  changeNote: (user, pick, ids) =>
    user.call('PUT', `/v1/timeline/${pick(ids('timeline_items'))}`, {
      note: { timeline_items_contacts: links([pick(ids('contacts'))], 'contact_id') },
    }),
  removeNote: (user, pick, ids) => user.call('DELETE', `/v2/timeline/notes/${pick(ids('timeline_items'))}`),
  dryRun: (user, pick, ids) =>
    user.call('DELETE', `/v2/contacts/${pick(ids('contacts'))}?dryRun=true`, undefined, { key: null }),
};

const NAMED_BY: Record<string, string> = { merges: 'survivor_id', group_merges: 'destination_id' };

test('keeps each count correct after any sequence of operations', async () => {
  const step = fc.tuple(
    fc.constantFrom('create', 'createMany', 'newTag', 'newGroup', ...Object.keys(STEPS)),
    fc.array(fc.nat(), { minLength: 12, maxLength: 12 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 80 }), async (sequence) => {
      const user = await service.user();
      await makeContacts(user, [{ company: 'Acme' }, { company: 'Acme' }, { is_archived: true }, {}, {}]);
      await STEPS.newTag!(
        user,
        ([first]) => first,
        () => [],
      );
      await STEPS.newGroup!(
        user,
        ([first]) => first,
        () => [],
      );
      const ids = (table: string) =>
        data.database
          .all(`select ${NAMED_BY[table] ?? 'id'} as id from ${table} where user_id = ? order by id`, user.id)
          .map(({ id }) => String(id));
      for (const [name, numbers] of sequence) {
        let used = 0;
        const pick = <T>(list: readonly T[]) => list[numbers[used++ % numbers.length]! % list.length];
        const answer = (await STEPS[name]!(user, pick, ids)) as { status?: number } | undefined;
        expect(answer?.status ?? 200, name).toBeLessThan(500);
        expectKept(user, name);
      }
      await expectAnswered(user);
      const other = await service.user();
      const rows: ArchiveRows = {};
      const { read } = await service.userData(user.id);
      await read((context) =>
        exportRows(context, async (table, part) => {
          rows[table] = [...(rows[table] ?? []), ...part];
        }),
      );
      await importArchive(await service.userData(other.id), { rows });
      if ((await counted(other)) > 0) expectKept(other, 'an archive that came in');
      await expectAnswered(other);
    }),
    { numRuns: rounds(6), endOnFailure: true },
  );
});

/** The counts in the API equal the lists. */
async function expectAnswered(user: Person): Promise<void> {
  // Those with a profile are joined with their group after the response.
  await (await service.userData(user.id)).idle();
  const include = 'include[tags_contacts]=true&include[groups_contacts]=true';
  const { contacts } = dataOf(await user.get(`/v2/contacts?take=200&${include}`));
  const having = (list: string, column: string, id: string) =>
    contacts.filter((contact: Json) => contact[list].some((link: Json) => link[column] === id)).length;
  expect(await counted(user)).toBe(contacts.length);
  expect(await counted(user, { is_archived: false })).toBe(contacts.length);
  for (const text of ['acme', 'OREA', 'x', 'ss', '%', 'nowhere']) {
    const found = dataOf(await user.post('/v2/contacts/filter', { where: { company: text }, take: 200 })).contacts;
    expect(await counted(user, { company: text }), text).toBe(found.length);
  }
  for (const { id, _count } of dataOf(await user.get('/v2/tags?take=200')).tags) {
    expect(_count.tags_contacts).toBe(having('tags_contacts', 'tag_id', id));
    expect(await counted(user, { tags: { any: [id] } })).toBe(_count.tags_contacts);
    expect(await counted(user, { tags: { none: [id] } })).toBe(contacts.length - _count.tags_contacts);
  }
  for (const { id, _count } of dataOf(await user.get('/v2/groups?take=200')).groups) {
    expect(_count.groups_contacts).toBe(having('groups_contacts', 'group_id', id));
    expect(await counted(user, { groups: { all: [id] } })).toBe(_count.groups_contacts);
  }
  const noteless = dataOf(await user.post('/v2/contacts/filter', { where: { has_notes: false }, take: 200 })).contacts;
  expect(await counted(user, { has_notes: false })).toBe(noteless.length);
  expect(await counted(user, { has_notes: true })).toBe(contacts.length - noteless.length);
}

test('recounts after an older kith changed data, and stores counts from the next write on', async () => {
  const user = await service.user();
  const tag = await makeTag(user, 'chess');
  await makeContacts(
    user,
    ['Ada', 'Bob', 'Cleo'].map((full_name) => ({ full_name, company: 'Acme', tags_contacts: [{ tag_id: tag.id }] })),
  );
  expectKept(user, 'three people');
  data.database.all('update kept_counts set contacts = 7 where user_id = ? returning name', user.id);
  expect(await counted(user), 'what is kept is what is told').toBe(7);
  data.database.all('update card_counters set change = change + 1 where user_id = ? returning change', user.id);
  expect(await counted(user)).toBe(3);
  expect(await counted(user, { company: 'acme' })).toBe(3);
  expect(dataOf(await user.get('/v2/tags')).tags[0]._count.tags_contacts).toBe(3);
  await makeContact(user, { full_name: 'Dan' });
  expectKept(user, 'the next write');
  expect(await counted(user)).toBe(4);
});
