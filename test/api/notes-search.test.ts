import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { serviceForFile } from '../support/file-service.ts';
import { dataOf, fieldsOf, type Json, makeContacts, makeNote, notesFound, patchContact } from '../support/people.ts';

const { database, ada } = await serviceForFile();
let people: Record<string, string>;
beforeAll(async () => {
  const made = await makeContacts(
    ada,
    ['Grace Hopper', 'Alan Turing', '北田 京子', 'Zoë Ångström'].map((full_name) => ({ full_name })),
  );
  people = Object.fromEntries(made.map(({ full_name, id }) => [full_name, id]));
  const notes: [string, string, string[], object?][] = [
    ['Coffee about bees and honey', '2026-01-01T10:00:00Z', ['Grace Hopper'], { meeting_type: 'coffee' }],
    ['Bees again', '2026-01-02T10:00:00Z', ['Grace Hopper', 'Alan Turing'], { meeting_type: 'call' }],
    ['The honey bee’s dance, over lunch', '2026-01-03T23:59:59.999Z', []],
    ['Crème brûlée at Café Zürich', '2026-01-04T00:00:00Z', ['Zoë Ångström'], { meeting_type: 'meal' }],
    ['明日は東京で会議', '2026-01-05T00:00:00Z', ['北田 京子']],
    ['พบกันที่กรุงเทพ', '2026-01-06T00:00:00Z', []],
    ['لقاء في القاهرة', '2026-01-07T00:00:00Z', []],
    ['פגישה בתל אביב', '2026-01-08T00:00:00Z', []],
    ['İstanbul’da IŞIK ile', '2026-01-09T00:00:00Z', []],
    ['Birthday 🎂 party 👩‍🚀 🇩🇪 ❤️', '2026-01-10T00:00:00Z', []],
    ['100% of C++ & C# (AND/OR/NOT) "quoted"', '2026-01-11T00:00:00Z', []],
    ['version 2.10 on 2026-01-12', '2026-01-12T00:00:00Z', []],
    ['서울에서 만남', '2026-01-13T00:00:00Z', []],
    ['नमस्ते दुनिया', '2026-01-14T00:00:00Z', []],
    ['𠮷野家で昼食', '2026-01-15T00:00:00Z', []],
    ['𞤀𞤣𞤤𞤢𞤥 𞤆𞤵𞤤𞤢𞤪', '2026-01-16T00:00:00Z', []],
  ];
  for (const [note, event_time, names, more] of notes) {
    await makeNote(ada, {
      note,
      event_time,
      ...more,
      timeline_items_contacts: names.map((name) => ({ contact_id: people[name] })),
    });
  }
});

const COFFEE = 'Coffee about bees and honey';
const AGAIN = 'Bees again';
const DANCE = 'The honey bee’s dance, over lunch';
const BRULEE = 'Crème brûlée at Café Zürich';
const SIGNS = '100% of C++ & C# (AND/OR/NOT) "quoted"';
const PARTY = 'Birthday 🎂 party 👩‍🚀 🇩🇪 ❤️';

describe('search', () => {
  test.each([
    ['bees', [AGAIN, COFFEE, DANCE]],
    ['BEES', [AGAIN, COFFEE, DANCE]],
    ['bee', [DANCE, AGAIN, COFFEE]],
    ['bees honey', [COFFEE, DANCE]],
    ['honey bees', [COFFEE, DANCE]],
    ['bee honey', [DANCE, COFFEE]],
    ['honey bee', [DANCE, COFFEE]],
    ['hon bees', []],
    ['ees', []],
    ['"honey bee"', [DANCE]],
    ['"bees and honey"', [COFFEE]],
    ['"and bees"', []],
    ['"bees and" coffee', [COFFEE]],
    ['"bee"', [DANCE]],
    ['"bees and hon', [COFFEE]],
    ['""', []],
    ['bees ""', [AGAIN, COFFEE, DANCE]],
    ['grace', [AGAIN, COFFEE]],
    ['grace turing', [AGAIN]],
    ['hopper again', [AGAIN]],
    ['"grace hopper"', [AGAIN, COFFEE]],
    ['"hopper turing"', []],
    ['"again grace"', []],
    ['"honey grace"', []],
    ['angstrom creme', [BRULEE]],
    ['CREME BRULEE', [BRULEE]],
    ['crème zür', [BRULEE]],
    ['東京', ['明日は東京で会議']],
    ['東', ['明日は東京で会議']],
    ['京東', []],
    ['京子', ['明日は東京で会議']],
    ['会議 明日', ['明日は東京で会議']],
    ['議北', []],
    ['กรุงเทพ', ['พบกันที่กรุงเทพ']],
    ['เทพ', ['พบกันที่กรุงเทพ']],
    ['القاهرة', ['لقاء في القاهرة']],
    ['القا', ['لقاء في القاهرة']],
    ['אביב', ['פגישה בתל אביב']],
    ['istanbul', ['İstanbul’da IŞIK ile']],
    ['İSTANBUL', ['İstanbul’da IŞIK ile']],
    ['ışık', ['İstanbul’da IŞIK ile']],
    ['isik', ['İstanbul’da IŞIK ile']],
    ['서울', ['서울에서 만남']],
    ['만남', ['서울에서 만남']],
    ['नमस्ते', ['नमस्ते दुनिया']],
    ['𠮷野', ['𠮷野家で昼食']],
    ['野𠮷', []],
    ['𞤀𞤣𞤤', ['𞤀𞤣𞤤𞤢𞤥 𞤆𞤵𞤤𞤢𞤪']],
    ['𞤢𞤣𞤤𞤢𞤥', ['𞤀𞤣𞤤𞤢𞤥 𞤆𞤵𞤤𞤢𞤪']],
    ['🎂', [PARTY]],
    ['party 🎂', [PARTY]],
    ['"birthday 🎂 party"', [PARTY]],
    ['🇩🇪', [PARTY]],
    ['🇪🇩', []],
    ['👩‍🚀', [PARTY]],
    ['❤️', [PARTY]],
    ['❤', [PARTY]],
    ['\ufe0f', []],
    ['🎉', []],
    ['c++', [SIGNS, BRULEE, COFFEE]],
    ['100%', [SIGNS]],
    ['%', []],
    ['*', []],
    ['bees*', [AGAIN, COFFEE, DANCE]],
    ['bees AND honey', [COFFEE]],
    ['bees OR lunch', []],
    ['bees NOT honey', []],
    ['bees -honey', [COFFEE, DANCE]],
    ['NEAR(bees honey, 2)', []],
    ['words:bees', []],
    ['{words}:bees', []],
    ['^coffee', [COFFEE]],
    ['"unbalanced', []],
    ['bees"', [AGAIN, COFFEE, DANCE]],
    ["bees' OR 1=1 --", []],
    ['2.10', ['version 2.10 on 2026-01-12']],
    ['2026-01-12', ['version 2.10 on 2026-01-12']],
    ['quoted', [SIGNS]],
    ['and or not', [SIGNS]],
  ])('%s finds %j before all others', async (query, expected) => {
    const found = await notesFound(ada, query);
    expect(found.slice(0, expected.length)).toEqual(expected);
    // A note with only some of several words comes later.
    const isOneWord = !/[^"] |" .|[\p{L}\p{N}][^\p{L}\p{N}\p{M}]+[\p{L}\p{N}]/u.test(query);
    if (isOneWord || /^"[^"]*"$/.test(query)) expect(found).toEqual(expected);
    expect(new Set(found).size).toBe(found.length);
    const counted = await ada.get(`/v2/timeline/notes/count?${new URLSearchParams({ searchQuery: query })}`);
    expect(dataOf(counted)).toEqual({ count: expected.length });
  });

  test('lists every note without a query, newest first', async () => {
    for (const query of ['', '   ']) expect(await notesFound(ada, query)).toHaveLength(16);
    const { notes, pagination } = dataOf(await ada.get('/v2/timeline/notes/search'));
    expect(notes).toHaveLength(16);
    expect(pagination).toEqual({ nextCursor: null, count: 16 });
  });

  test('survives very long, very many, and unusual words', async () => {
    for (const query of [
      'x'.repeat(1_000),
      'a '.repeat(500),
      '"'.repeat(999),
      '" '.repeat(400),
      '🎂'.repeat(300),
      '\u0301'.repeat(500),
      '(((((',
      'a\u200db',
      '\u202e\u2066x',
    ]) {
      const answer = await ada.get(`/v2/timeline/notes/search?searchQuery=${encodeURIComponent(query)}`);
      expect([query.slice(0, 5), answer.status]).toEqual([query.slice(0, 5), 200]);
    }
    const answer = await ada.get(`/v2/timeline/notes/search?searchQuery=${'x'.repeat(1_001)}`);
    expect([answer.status, Object.keys(fieldsOf(answer))]).toEqual([400, ['searchQuery']]);
  });
});

describe('filters', () => {
  const found = (more: string, query = '') => notesFound(ada, query, `&${more}`);

  test('match by contact', async () => {
    expect(await found(`contactId=${people['Grace Hopper']}`)).toEqual([AGAIN, COFFEE]);
    expect(await found(`contactId=${people['Grace Hopper']}`, 'honey')).toEqual([COFFEE]);
    expect((await ada.get(`/v2/timeline/notes/search?contactId=${randomUUID()}`)).status).toBe(404);
  });

  test('match by several contacts, each note once', async () => {
    const both = `contactIds[]=${people['Grace Hopper']}&contactIds[]=${people['Alan Turing']}`;
    expect(await found(both)).toEqual([AGAIN, COFFEE]);
    expect(await found(`${both}&contactIds[]=${people['Zoë Ångström']}`)).toEqual([BRULEE, AGAIN, COFFEE]);
    expect(await found(both, 'honey')).toEqual([COFFEE]);
    expect(await found(`${both}&contactId=${people['Alan Turing']}`)).toEqual([AGAIN]);
    const listed = dataOf(await ada.get(`/v2/timeline/notes?${both}&take=1`));
    const rest = dataOf(await ada.get(`/v2/timeline/notes?${both}&cursor=${listed.pagination.nextCursor}`));
    expect([...listed.notes, ...rest.notes].map(({ note }: Json) => note)).toEqual([AGAIN, COFFEE]);
    expect(dataOf(await ada.get(`/v2/timeline/notes/count?${both}`))).toEqual({ count: 2 });
    const unknown = await ada.get(`/v2/timeline/notes?${both}&contactIds[]=${randomUUID()}`);
    expect([unknown.status, Object.keys(fieldsOf(unknown))]).toEqual([404, ['contactIds[2]']]);
    const many = Array.from({ length: 51 }, () => `contactIds[]=${people['Alan Turing']}`).join('&');
    expect((await ada.get(`/v2/timeline/notes?${many}`)).status).toBe(400);
  });

  test('match by group', async () => {
    const [club, empty] = [randomUUID(), randomUUID()];
    const at = '2026-01-01T00:00:00.000Z';
    for (const id of [club, empty])
      database.insert('groups', { user_id: ada.id, id, name: id, created_at: at, updated_at: at });
    for (const name of ['Alan Turing', 'Zoë Ångström']) {
      database.insert('groups_contacts', {
        user_id: ada.id,
        group_id: club,
        contact_id: people[name]!,
        created_at: at,
      });
    }
    expect(await found(`groupId=${club}`)).toEqual([BRULEE, AGAIN]);
    expect(await found(`groupId=${club}`, 'bees')).toEqual([AGAIN]);
    expect(await found(`groupId=${empty}`)).toEqual([]);
    expect((await ada.get(`/v2/timeline/notes/search?groupId=${randomUUID()}`)).status).toBe(404);
  });

  test('match by days, inclusive, including the whole day of a bare end date', async () => {
    expect(await found('startDate=2026-01-02&endDate=2026-01-03')).toEqual([DANCE, AGAIN]);
    expect(await found('startDate=2026-01-02&endDate=2026-01-03', 'bees')).toEqual([AGAIN, DANCE]);
    expect(await found('endDate=2026-01-01')).toEqual([COFFEE]);
    expect(await found('endDate=2026-01-01T09:59:59Z')).toEqual([]);
    expect(await found('endDate=2026-01-01T10:00:00Z')).toEqual([COFFEE]);
    expect(await found(`startDate=${encodeURIComponent('2026-01-04T01:00:00+01:00')}&endDate=2026-01-04`)).toEqual([
      BRULEE,
    ]);
  });

  test('match by meeting type, and exclude no note without one', async () => {
    const { meeting_types } = dataOf(await ada.get('/v2/timeline/meeting-types'));
    const typeOf = (name: string) => meeting_types.find((type: Json) => type.name === name).id;
    expect(await found(`includeMeetingTypeId=${typeOf('coffee')}`)).toEqual([COFFEE]);
    expect(await found(`includeMeetingTypeId=${typeOf('coffee').toUpperCase()}`)).toEqual([COFFEE]);
    const rest = await found(`excludeMeetingTypeId=${typeOf('coffee')}`);
    expect([rest.length, rest.includes(COFFEE), rest.includes(DANCE)]).toEqual([15, false, true]);
    expect(await found(`excludeMeetingTypeId=${typeOf('coffee')}`, 'bee')).toEqual([DANCE, AGAIN]);
    expect(await found(`includeMeetingTypeId=${typeOf('party')}`)).toEqual([]);
  });

  test('include contact details on request', async () => {
    const [bare] = dataOf(await ada.get('/v2/timeline/notes/search?searchQuery=coffee')).notes;
    expect(bare.timeline_items_contacts[0]).not.toHaveProperty('contacts');
    const [whole] = dataOf(
      await ada.get('/v2/timeline/notes/search?searchQuery=coffee&includeContactDetails=true'),
    ).notes;
    expect(whole.timeline_items_contacts).toMatchObject([
      { contact_id: people['Grace Hopper'], contacts: { full_name: 'Grace Hopper' } },
    ]);
  });
});

describe('the index follows', () => {
  test("a changed note, its links, and its contacts' names", async () => {
    const [{ id }] = await makeContacts(ada, [{ full_name: 'Old Name' }]);
    const note = await makeNote(ada, { note: 'first words', timeline_items_contacts: [{ contact_id: id }] });
    const put = (body: object) => ada.call('PUT', `/v1/timeline/${note.id}`, { note: body });
    await put({ note: 'second words' });
    expect([await notesFound(ada, 'first'), await notesFound(ada, 'second')]).toEqual([[], ['second words']]);
    await patchContact(ada, id, { full_name: 'New Name' });
    expect([await notesFound(ada, 'old'), await notesFound(ada, 'new name')]).toEqual([[], ['second words']]);
    await patchContact(ada, id, { first_name: 'Nick' });
    expect(await notesFound(ada, 'nick')).toEqual(['second words']);
    await put({ timeline_items_contacts: [] });
    expect(await notesFound(ada, 'new name')).toEqual([]);
    await put({ timeline_items_contacts: [{ contact_id: id }], event_time: '2020-01-01T00:00:00Z' });
    expect(await notesFound(ada, 'new name', '&endDate=2020-01-01')).toEqual(['second words']);
    await ada.call('DELETE', `/v2/contacts/${id}`);
    expect(await notesFound(ada, 'second words')).toEqual([]);
  });
});
