import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Match } from '../../src/service/question/question.ts';
import { readQuestion } from '../../src/service/question/question.ts';
import type { Context } from '../../src/service/runtime/context.ts';
import { labelsNamed } from '../../src/service/search/labeled-people.ts';
import { findDescribed, peopleOfNotes } from '../../src/service/search/people-described.ts';
import { findReminders } from '../../src/service/search/reminders.ts';
import { fold } from '../../src/shared/text/fold.ts';
import { type ClockedService, startClockedService } from '../support/clocked.ts';
import { dataOf, type Json, makeContacts, makeNote, makeTag } from '../support/people.ts';

type User = Awaited<ReturnType<ClockedService['user']>>;

let service: ClockedService;
let api: User;
const ids = new Map<string, string>();
const nameOf = (id: string) => [...ids].find(([, one]) => one === id)![0];

const PEOPLE: Json[] = [
  { full_name: 'Ada User', contact_emails: [{ email: 'user1@example.com' }] },
  { full_name: 'Karin Vogel', job_title: 'Zahnärztin' },
  { full_name: 'Paolo Riva', description: 'Dentista, via Roma' },
  { full_name: 'Anna Lang' },
  { full_name: 'Anna Short', company: 'Nokia' },
  { full_name: 'Tom Hart', company: 'Siemens AG' },
  { full_name: 'Tom Stein', contact_emails: [{ email: 'tom.stein@siemens-energy.com' }] },
  { full_name: 'Tom Berg', company: 'Bosch' },
  { full_name: 'Jonas Weber' },
  { full_name: 'Lena Weber' },
  { full_name: 'Emma Clark' },
  { full_name: 'Susan Clark' },
  { full_name: 'Mia Clark' },
  { full_name: 'Boris Boss' },
  { full_name: 'Grace Head' },
  { full_name: 'Nora Sibling' },
  { full_name: 'Pete Pipe', job_title: 'Plumber', legacy_contact_addresses: [{ city: 'Leeds', country: 'UK' }] },
  { full_name: 'Rob Pipe', job_title: 'Plumber', legacy_contact_addresses: [{ city: 'York' }] },
  { full_name: 'Leeds Man', description: 'Someone else' },
  { full_name: 'Giulia Neri', description: 'Teaches. Italian teacher of the kids' },
  { full_name: 'Hans Zaun', description: 'Nachbar von nebenan' },
  { full_name: 'Laura Lex', job_title: 'Rechtsanwältin', education: 'Universität Heidelberg' },
  { full_name: 'Louis Lex', job_title: 'Lawyer' },
  { full_name: 'Bea Bär', legacy_location: 'Berlin', is_archived: true },
  { full_name: 'Vera Green' },
  { full_name: 'Doctor Baker', company: 'Some Office' },
  { full_name: 'Max Brot', job_title: 'Bäcker' },
];

/** Source, its role for the destination, destination, its role for the source. */
const RELATED: [string, string | null, string, string | null][] = [
  ['Jonas Weber', 'husband', 'Lena Weber', 'wife'],
  ['Emma Clark', 'daughter', 'Susan Clark', 'mother'],
  ['Mia Clark', 'sister', 'Emma Clark', null],
  ['Ada User', null, 'Grace Head', 'boss'],
  ['Nora Sibling', 'Schwester', 'Ada User', null],
];

beforeAll(async () => {
  service = await startClockedService();
  api = await service.user();
  for (const { id, full_name } of await makeContacts(api, PEOPLE)) ids.set(full_name, id);
  for (const [source, source_contact, destination, destination_contact] of RELATED) {
    const append = [{ destination: ids.get(destination), source_contact, destination_contact }];
    dataOf(await api.call('PATCH', `/v2/contacts/${ids.get(source)}`, { related_contacts: { append } }));
  }
  const { group } = dataOf(await api.post('/v2/groups', { group: { name: 'Chor' } }));
  dataOf(await api.call('PUT', `/v2/groups/${group.id}/contacts`, { contactIds: [ids.get('Anna Lang')] }));
  const tag = await makeTag(api, 'Freunde');
  const field = await makeField();
  dataOf(await api.post('/v2/tags/contacts/add', { tagIds: [tag.id], contactIds: [ids.get('Vera Green')] }));
  dataOf(
    await api.post('/v2/custom-fields/contacts/values', {
      custom_fields: [
        { contact_id: ids.get('Vera Green'), custom_field_id: field.id, text_value: 'strikt vegetarisch' },
      ],
    }),
  );
});
afterAll(() => service.stop());
const makeField = async () =>
  dataOf(await api.post('/v1/custom-fields', { custom_field: { name: 'Diet', field_type: 'input', categories: [] } }))
    .custom_field;

const within = <T>(work: (context: Context) => Promise<T>): Promise<T> =>
  service.store.read(api.id, async (db) => {
    const user = await db.selectFrom('users').selectAll().where('user_id', '=', api.id).executeTakeFirstOrThrow();
    return work({ db, user, now: new Date().toISOString() } as Context);
  });

/** People whose first names are words in the question. */
const namedIn = (words: readonly { word: string }[]): Match[] =>
  [...ids].flatMap(([name, id]) => {
    const index = words.findIndex(({ word }) => word === fold(name).split(' ')[0]);
    return index < 0 ? [] : [{ id, covered: new Map([[index, 1]]) }];
  });

async function described(text: string) {
  const question = await readQuestion(text);
  const found = await within(async (context) =>
    findDescribed(context, question, {
      named: namedIn(question.words),
      labels: await labelsNamed(context, question),
    }),
  );
  return { question, found, names: found.map(({ id }) => nameOf(id)) };
}

describe('people described in words', () => {
  test.each<[question: string, first: string[]]>([
    ['my dentist', ['Karin Vogel', 'Paolo Riva']],
    ['mein Zahnarzt', ['Karin Vogel', 'Paolo Riva']],
    ['Anna from the choir', ['Anna Lang']],
    ['Tom at Siemens', ['Tom Hart', 'Tom Stein']],
    ['who works at Siemens?', ['Tom Hart', 'Tom Stein']],
    ["Jonas' wife", ['Lena Weber']],
    ["Jonas's wife", ['Lena Weber']],
    ['wife of Jonas', ['Lena Weber']],
    ['Jonas Frau', ['Lena Weber']],
    ['la mujer de Jonas', ['Lena Weber']],
    ['la femme de Jonas', ['Lena Weber']],
    ['la moglie di Jonas', ['Lena Weber']],
    ['the husband of Lena', ['Jonas Weber']],
    ["Emma's mother", ['Susan Clark']],
    ["Emma's sister", ['Mia Clark']],
    ["Mia's sister", ['Emma Clark']],
    ["Susan's child", ['Emma Clark']],
    ['my boss', ['Grace Head']],
    ['my sister', ['Nora Sibling']],
    ['the plumber in Leeds', ['Pete Pipe']],
    ['the Italian teacher', ['Giulia Neri']],
    ['our neighbor', ['Hans Zaun']],
    ['the lawyer I know from university', ['Laura Lex']],
    ['people in Berlin', ['Bea Bär']],
    ['vegetarian friends', ['Vera Green']],
    ['my baker', ['Max Brot']],
  ])('%s', async (text, first) => {
    const { names } = await described(text);
    expect(names.slice(0, first.length).toSorted()).toEqual(first.toSorted());
  });

  test('are found by anything but the name', async () => {
    const { found, question } = await described('Tom at Siemens');
    const siemens = question.words.findIndex(({ word }) => word === 'siemens');
    expect(found[0]!.covered).toEqual(new Map([[siemens, 1]]));
    expect((await described('the plumber')).names).toHaveLength(2);
    expect((await described('Doctor')).names).toEqual([]);
    expect((await described('xylophonist')).names).toEqual([]);
  });

  test('are no longer found by a cleared custom field', async () => {
    const [pat] = await makeContacts(api, [{ full_name: 'Pat Glass' }]);
    ids.set('Pat Glass', pat.id);
    const field = await makeField();
    const set = async (text_value: string | null) =>
      dataOf(
        await api.post('/v2/custom-fields/contacts/values', {
          custom_fields: [{ contact_id: pat.id, custom_field_id: field.id, text_value }],
        }),
      );
    await set('glassblower');
    expect((await described('the glassblower')).names).toEqual(['Pat Glass']);
    await set(null);
    expect((await described('the glassblower')).names).toEqual([]);
  });
});

test('finds people by notes for half of what the notes cover', async () => {
  const [tom, anna] = [ids.get('Tom Hart')!, ids.get('Anna Lang')!];
  const both = await makeNote(api, {
    note: 'Lisbon',
    timeline_items_contacts: [{ contact_id: tom }, { contact_id: anna }],
  });
  const one = await makeNote(api, { note: 'Lisbon summer', timeline_items_contacts: [{ contact_id: anna }] });
  const notes = [
    { id: both.id, covered: new Map([[0, 1]]) },
    { id: one.id, covered: new Map([[1, 0.8]]) },
  ];
  expect(await within((context) => peopleOfNotes(context, notes))).toEqual([
    {
      id: anna,
      covered: new Map([
        [0, 0.5],
        [1, 0.4],
      ]),
    },
    { id: tom, covered: new Map([[0, 0.5]]) },
  ]);
  expect(await within((context) => peopleOfNotes(context, []))).toEqual([]);
});

test('finds groups, tags, and reminders by their words and people', async () => {
  const choir = await readQuestion('the choir');
  expect(await within((context) => labelsNamed(context, choir))).toMatchObject([{ kind: 'group' }]);
  const friend = await readQuestion('friend');
  expect(await within((context) => labelsNamed(context, friend))).toMatchObject([{ kind: 'tag' }]);
  const remind = async (text: string, name: string | null, due_at_date: string) =>
    dataOf(
      await api.post('/v2/reminders', {
        reminder: { text, due_at_date, ...(name && { reminders_contacts: [{ contact_id: ids.get(name) }] }) },
      }),
    ).reminder.id;
  const gift = await remind('Buy a present or a gift', null, '2031-01-01');
  const later = await remind('Geschenke einpacken', null, '2031-02-01');
  const call = await remind('Call back', 'Jonas Weber', '2031-03-01');
  const question = await readQuestion('gift for Jonas');
  const found = await within((context) => findReminders(context, question, namedIn(question.words)));
  expect(found.map(({ id }) => id)).toEqual([call, gift, later]);
  expect(found[1]).toEqual({ id: gift, covered: new Map([[0, 1]]), date: '2031-01-01' });
});
