import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ClockedService, startClockedService } from '../support/clocked.ts';
import { type Database, openDatabase, type Row } from '../support/database.ts';
import { dataOf, type Json, makeContact, makeNote, makeTag, patchContact } from '../support/people.ts';
import { makeGraph, makeReminder, type Owner, person, type Shared, setList } from '../support/people-graph.ts';
import { addFavorites, addGroup } from '../support/records.ts';
import { rounds } from '../support/rounds.ts';
import { readable, type State, stateOf } from '../support/state.ts';

let service: ClockedService;
let database: Database;
let eve: Owner;
let eves: string;
beforeAll(async () => {
  service = await startClockedService();
  database = openDatabase(service.dataDir);
  eve = await service.user();
  const { ids } = await makeGraph(eve, fc.sample(person, { numRuns: 3, seed: 7 }));
  await merge(eve, ids.slice(0, 2));
  eves = database.rowsOf(eve.id);
});
afterAll(() => {
  expect(database.rowsOf(eve.id), "another user's rows").toBe(eves);
  database.close();
  return service.stop();
});

const people = (least: number) => fc.array(person, { minLength: least, maxLength: 6 });
/** Each run sends about 50 requests. More rounds take more time. */
const RUNS = { numRuns: rounds(3) };
const TIME = RUNS.numRuns * 100_000;

const tick = () => {
  service.now = new Date(service.now.getTime() + 1_000);
};

/** Keeps the oldest, or the one at `chosen`. */
async function merge(owner: Owner, contactIds: string[], chosen?: number): Promise<string> {
  tick();
  const survivorIds = chosen === undefined ? undefined : [contactIds[chosen % contactIds.length]!];
  const request = { contactIds: [contactIds], ...(survivorIds && { survivorIds }) };
  const { merged, failed } = dataOf(await owner.post('/v2/contacts/merge', request));
  expect(failed).toEqual([]);
  if (survivorIds) expect(merged[0].id).toBe(survivorIds[0]);
  expect(spellings(merged[0]).length, 'one number in two spellings').toBeLessThanOrEqual(1);
  return merged[0].id;
}

const spellings = ({ contact_phone_numbers: phones }: Json): Json[] =>
  phones.filter(({ phone_number }: Json) => phone_number.endsWith('600 123 456'));

/** The survivor of a merge: the oldest, or any of them. */
const choice = fc.option(fc.nat(), { nil: undefined });

async function undo(owner: Owner, id: string): Promise<void> {
  tick();
  dataOf(await owner.post(`/v2/contacts/${id}/undo-merge`));
}

function expectSound(owner: Owner): void {
  expect(database.all('pragma foreign_key_check')).toEqual([]);
  const dangling = database.all(
    `select 1 from timeline_items_contacts l join timeline_items n on n.user_id = l.user_id and n.id = l.timeline_item_id
     where l.user_id = ? and l.event_time != n.event_time`,
    owner.id,
  );
  expect(dangling).toEqual([]);
}

test(
  'restores everything byte by byte when merges are undone in any order',
  async () => {
    const order = fc.array(fc.nat(), { minLength: 6, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(
        people(4),
        order,
        order,
        fc.integer({ min: 1, max: 3 }),
        choice,
        async (graph, mix, undoing, groupCount, chosen) => {
          const ada = await service.user();
          const { ids } = await makeGraph(ada, graph);
          const before = readable(stateOf(database, ada.id));
          expect(before.some((row) => row.startsWith('contact_words'))).toBe(true);
          const shuffled = ids.map((id, index) => [mix[index]!, id] as const).sort(([a], [b]) => a - b);
          const groups: string[][] = Array.from({ length: groupCount }, () => []);
          for (const [index, [, id]] of shuffled.entries()) groups[index % groupCount]!.push(id);
          const survivors: string[] = [];
          for (const group of groups.filter(({ length }) => length > 1))
            survivors.push(await merge(ada, group, chosen));
          expectSound(ada);
          const turns = survivors.map((id, index) => [undoing[index]!, id] as const).sort(([a], [b]) => a - b);
          for (const [, id] of turns) {
            await undo(ada, id);
            expectSound(ada);
          }
          expect(readable(stateOf(database, ada.id))).toEqual(before);
        },
      ),
      RUNS,
    );
  },
  TIME,
);

test(
  'restores every stage when dependent merges are undone from the last',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        people(4),
        fc.array(fc.tuple(fc.nat(), fc.nat(), choice), { minLength: 5, maxLength: 5 }),
        async (graph, picks) => {
          const ada = await service.user();
          const living = (await makeGraph(ada, graph)).ids;
          const stages: { survivor: string; before: string[] }[] = [];
          for (const [a, b, chosen] of picks) {
            if (living.length < 2) break;
            const before = readable(stateOf(database, ada.id));
            const pair = [living.splice(a % living.length, 1)[0]!, living.splice(b % living.length, 1)[0]!];
            const survivor = await merge(ada, pair, chosen);
            living.push(survivor);
            stages.push({ survivor, before });
          }
          for (const { survivor, before } of stages.reverse()) {
            await undo(ada, survivor);
            expect(readable(stateOf(database, ada.id))).toEqual(before);
          }
        },
      ),
      RUNS,
    );
  },
  TIME,
);

type Addition = (owner: Owner, survivor: string, bystander: string, shared: Shared) => Promise<unknown>;

const ADDITIONS: Record<string, Addition> = {
  email: (owner, id) => owner.post(`/v2/contact-emails/${id}`, { email: 'since@x.com' }),
  phone: (owner, id) => owner.post(`/v2/contact-phone-numbers/${id}`, { phone_number: '+1 212 555 0199' }),
  address: (owner, id) => owner.post(`/v2/contact-legacy-addresses/${id}`, { city: 'Antwerp' }),
  'a tag of before': (owner, id, _, { tags }) =>
    owner.post('/v2/tags/contacts/add', { contactIds: [id], tagIds: tags }),
  'a new tag': async (owner, id) =>
    patchContact(owner, id, { tags_contacts: { append: [{ tag_id: (await makeTag(owner, 'new')).id }] } }),
  async group(owner, id, _, { groups }) {
    for (const group of [groups[0], await addGroup(owner, 'New')])
      await owner.call('PUT', `/v2/groups/${group}/contacts`, { contactIds: [id] });
  },
  text: (owner, id, _, { textFields }) =>
    patchContact(owner, id, { custom_fields: [{ id: textFields[0], text_value: 'since' }] }),
  list: (owner, id, _, { listField }) => setList(owner, id, listField, ['since']),
  note: (owner, id, other) =>
    makeNote(owner, { note: 'since', timeline_items_contacts: [{ contact_id: id }, { contact_id: other }] }),
  'a link to a note of before': (owner, id, _, { notes }) =>
    owner.call('PUT', `/v1/timeline/${notes[0]}`, { note: { timeline_items_contacts: [{ contact_id: id }] } }),
  reminder: (owner, id, other) => makeReminder(owner, [id, other]),
  async relation(owner, id) {
    const { id: friend } = await makeContact(owner, { full_name: 'Friend' });
    await patchContact(owner, id, { related_contacts: { append: [{ destination: friend }] } });
    await patchContact(owner, friend, { related_contacts: { append: [{ destination: id }] } });
  },
  'a relation to one of before': (owner, id, other) =>
    patchContact(owner, id, { related_contacts: { append: [{ destination: other }] } }),
  favorite: (owner, id) => addFavorites(owner, { contact_id: id }),
  field: (owner, id) => patchContact(owner, id, { company: 'edited', last_seen_now: true }),
};

const touches = (row: Row, ids: string[]) =>
  ['contact_id', 'source', 'destination', 'survivor_id'].some((column) => ids.includes(String(row[column])));

/** Search words, folded texts, and has_notes are derived from all rows of the survivor, including later ones. */
const derivedFrom = (name: string, id: string) => name === `contact_words ${id}` || name.startsWith('note_words');
const withoutDerived = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([column]) => column !== 'has_notes' && !column.startsWith('folded_')));

test(
  'keeps later additions with the survivor, and changes nothing else',
  async () => {
    const names = fc.subarray(Object.keys(ADDITIONS), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(people(4), names, choice, async (graph, added, chosen) => {
        const ada = await service.user();
        const { ids, ...shared } = await makeGraph(ada, graph);
        const [group, bystander] = [ids.slice(0, -1), ids.at(-1)!];
        const before = stateOf(database, ada.id);
        const survivor = await merge(ada, group, chosen);
        const merged = stateOf(database, ada.id);
        tick();
        for (const name of added) await ADDITIONS[name]!(ada, survivor, bystander, shared);
        const grown = stateOf(database, ada.id);
        await undo(ada, survivor);

        const expected: State = new Map(
          [...before].filter(([name, row]) => touches(row, group) || group.some((id) => name === `contacts ${id}`)),
        );
        for (const [name, row] of grown) {
          const ofSurvivor = touches(row, [survivor]) || name === `contacts ${survivor}`;
          if (!ofSurvivor || !merged.has(name)) expected.set(name, row);
        }
        const comparable = (state: State) =>
          readable(
            new Map(
              [...state]
                .filter(([name]) => !derivedFrom(name, survivor) && !name.startsWith('contact_words'))
                .map(([name, row]) => [name, name === `contacts ${survivor}` ? withoutDerived(row) : row]),
            ),
          );
        expect(comparable(stateOf(database, ada.id))).toEqual(comparable(expected));
        expectSound(ada);
      }),
      RUNS,
    );
  },
  TIME,
);

const LOSSES: Record<string, (owner: Owner, survivor: string, bystander: string, shared: Shared) => Promise<unknown>> =
  {
    tag: (owner, _, __, { tags }) => owner.call('DELETE', `/v2/tags/${tags[0]}`),
    group: (owner, _, __, { groups }) => owner.call('DELETE', `/v2/groups/${groups[0]}`),
    field: (owner, _, __, { textFields }) => owner.call('DELETE', `/v2/custom-fields/${textFields[0]}`),
    note: (owner, _, __, { notes }) => owner.call('DELETE', `/v2/timeline/notes/${notes[0]}`),
    reminder: (owner, _, __, { reminders }) => owner.call('DELETE', `/v2/reminders/${reminders[0]}`),
    bystander: (owner, _, bystander) => owner.call('DELETE', `/v2/contacts/${bystander}`),
    'time of a note': (owner, _, __, { notes }) =>
      owner.call('PUT', `/v1/timeline/${notes[1]}`, { note: { event_time: '2025-05-05T00:00:00.000Z' } }),
    details: (owner, survivor) =>
      patchContact(owner, survivor, {
        contact_emails: [{ email: 'b@x.com' }, { email: 'd@x.com' }],
        contact_phone_numbers: [],
        legacy_contact_addresses: [{ city: 'bruges' }],
        groups_contacts: [],
        tags_contacts: { replace: [] },
      }),
    relations: (owner, survivor, bystander) =>
      patchContact(owner, survivor, { related_contacts: { replace: [] } }).then(() =>
        patchContact(owner, survivor, { related_contacts: { append: [{ destination: bystander }] } }),
      ),
  };

test(
  'restores every earlier row whose other end still exists, whatever was removed or changed since',
  async () => {
    const names = fc.subarray(Object.keys(LOSSES), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(people(4), names, choice, async (graph, lost, chosen) => {
        const ada = await service.user();
        const { ids, ...shared } = await makeGraph(ada, graph);
        const [group, bystander] = [ids.slice(0, -1), ids.at(-1)!];
        const before = stateOf(database, ada.id);
        const survivor = await merge(ada, group, chosen);
        for (const name of lost.filter((one) => one !== 'bystander'))
          await LOSSES[name]!(ada, survivor, bystander, shared);
        if (lost.includes('bystander')) await LOSSES.bystander!(ada, survivor, bystander, shared);
        await undo(ada, survivor);

        const after = stateOf(database, ada.id);
        const ends = [
          'contact_id',
          'source',
          'destination',
          'tag_id',
          'group_id',
          'custom_field_id',
          'timeline_item_id',
          'reminder_id',
        ];
        const gone = new Set([
          ...(lost.includes('tag') ? [shared.tags[0]] : []),
          ...(lost.includes('group') ? [shared.groups[0]] : []),
          ...(lost.includes('field') ? [shared.textFields[0]] : []),
          ...(lost.includes('note') ? [shared.notes[0]] : []),
          ...(lost.includes('reminder') ? [shared.reminders[0]] : []),
          ...(lost.includes('bystander') ? [bystander] : []),
        ]);
        for (const [name, row] of before) {
          if (!touches(row, group) || name.startsWith('timeline_items_contacts')) continue;
          const isGone = ends.some((end) => gone.has(String(row[end])));
          expect([name, after.get(name)]).toEqual([name, isGone ? undefined : row]);
        }
        expectSound(ada);
      }),
      RUNS,
    );
  },
  TIME,
);
