import { beforeEach, describe, expect, test } from 'vitest';
import { clockedServiceForFile } from '../support/clocked.ts';
import { dataOf, type Json, makeContact, makeContacts, patchContact } from '../support/people.ts';
import type { Api } from '../support/service.ts';

const started = await clockedServiceForFile();
const { service } = started;
let ada: Api;
beforeEach(async () => {
  ada = await service.user();
});

const duplicates = async (query = ''): Promise<Json[]> =>
  dataOf(await ada.get(`/v2/contacts/duplicates${query}`)).duplicates;
const email = (address: string) => ({ contact_emails: [{ email: address }] });
const phone = (number: string) => ({ contact_phone_numbers: [{ phone_number: number }] });
const at = (street: string, city: string, postal_code: string) => ({
  legacy_contact_addresses: [{ street, city, postal_code }],
});
const home = at('12 Elm Street', 'Springfield', '62704');

test('processes a change of a single contact too', async () => {
  const user = await service.user();
  await makeContact(user, { full_name: 'Alone' });
  await (await service.userData(user.id)).idle();
  expect(started.database.all('select id from outbox where user_id = ?', user.id)).toEqual([]);
});

/** The band of the only two contacts, or nothing if they are not listed. */
async function bandOf(one: object, other: object): Promise<string | undefined> {
  await makeContacts(ada, [one, other]);
  const found = await duplicates();
  expect(found.length).toBeLessThan(2);
  return found[0]?.confidence;
}

test.each<[string, object, object]>([
  [
    'one e-mail',
    { full_name: 'Zebulon Thistlewood', ...email('zeb@example.com') },
    { full_name: 'Zebulon Thistlewood', ...email('ZEB@example.com') },
  ],
  [
    'an e-mail with a tag',
    { full_name: 'Ada Lovelace', ...email('ada@example.com') },
    { full_name: 'Ada Lovelace', ...email('ada+news@example.com') },
  ],
  [
    'Gmail with and without dots',
    { full_name: 'Ada Lovelace', ...email('ada.lovelace@gmail.com') },
    { full_name: 'Lovelace, Ada', ...email('adalovelace@googlemail.com') },
  ],
  [
    'a phone with and without its country',
    { full_name: 'Jörg Müller', ...phone('+49 171 1234567') },
    { full_name: 'Joerg Mueller', ...phone('0171 1234567') },
  ],
  [
    'a nickname and a phone',
    { full_name: 'William Harcourt', ...phone('+12125550101') },
    { full_name: 'Bill Harcourt', ...phone('(212) 555-0101') },
  ],
  [
    'a profile as a handle and as an address',
    { full_name: 'Grace Hopper', linkedin: 'grace-hopper' },
    { first_name: 'Grace', last_name: 'Hopper', linkedin: 'https://www.linkedin.com/in/Grace-Hopper/?trk=x' },
  ],
  [
    'another script and an e-mail',
    { full_name: 'Александр Иванов', ...email('sasha@example.com') },
    { full_name: 'Alexander Ivanov', ...email('sasha@example.com') },
  ],
  [
    'the eastern order and a phone',
    { full_name: '王小明', ...phone('+8613812345678') },
    { full_name: 'Xiaoming Wang', ...phone('+8613812345678') },
  ],
  [
    'a birthday',
    { full_name: 'Zebulon Thistlewood', birthday: '1975-03-09' },
    { full_name: 'Thistlewood Zebulon', birthday: '1975-03-09' },
  ],
  [
    'an address',
    { full_name: 'Zebulon Thistlewood', ...home },
    { full_name: 'Zebulon Thistlewood', ...at('12 Elm St.', 'Springfield', '62704') },
  ],
])('rates the same name and %s as certain', async (_, one, other) => {
  expect(await bandOf(one, other)).toBe('certain');
});

test.each<[string, object, object]>([
  [
    'a married name and a phone',
    { full_name: 'Ingrid Halvorsen', ...phone('+12125550102') },
    { full_name: 'Ingrid Sandstrom', ...phone('+12125550102') },
  ],
  [
    'a rare name alone',
    { full_name: 'Zebulon Thistlewood', ...email('zeb@example.com') },
    { full_name: 'Zebulon Thistlewood', company: 'Acme' },
  ],
  [
    'one name and a phone',
    { full_name: 'Ingrid', ...phone('+12125550103') },
    { full_name: 'Ingrid Halvorsen', ...phone('+12125550103') },
  ],
])('rates %s as likely', async (_, one, other) => {
  expect(await bandOf(one, other)).toBe('likely');
});

describe('lookalikes', () => {
  test.each<[string, object, object]>([
    [
      'father and son',
      { full_name: 'John Harcourt Sr.', ...home, ...phone('+12125550104') },
      { full_name: 'John Harcourt Jr.', ...home, ...phone('+12125550104') },
    ],
    [
      'parent and child of one name',
      { full_name: 'Ana Luz Bermejo', birthday: '1950-01-02', ...home },
      { full_name: 'Ana Luz Bermejo', birthday: '1979-11-20', ...home },
    ],
    [
      'twins',
      { full_name: 'Anna Harcourt', birthday: '1990-05-05', ...home },
      { full_name: 'Paul Harcourt', birthday: '1990-05-05', ...home },
    ],
    [
      'a couple with one e-mail',
      { full_name: 'Jane Harcourt', ...email('harcourts@example.com'), ...home },
      { full_name: 'Peter Harcourt', ...email('harcourts@example.com'), ...home },
    ],
    [
      'two profiles',
      { full_name: 'Zebulon Thistlewood', linkedin: 'zeb-1', ...home },
      { full_name: 'Zebulon Thistlewood', linkedin: 'zeb-2', ...home },
    ],
  ])('%s are possible at most', async (_, one, other) => {
    expect([undefined, 'possible']).toContain(await bandOf(one, other));
  });

  test.each<[string, object, object]>([
    [
      'namesakes in different towns',
      { full_name: 'Maria Garcia', ...home },
      { full_name: 'Maria Garcia', ...at('4 Oak Road', 'Portland', '97201') },
    ],
    ['neighbors', { full_name: 'Jane Harcourt', ...home }, { full_name: 'Olu Adeyemi', ...home }],
    [
      'colleagues with a mailbox',
      { full_name: 'Jane Harcourt', company: 'Acme', ...email('info@acme.test') },
      { full_name: 'Olu Adeyemi', company: 'Acme', ...email('info@acme.test') },
    ],
  ])('%s are not listed', async (_, one, other) => {
    expect(await bandOf(one, other)).toBeUndefined();
  });

  test("ten people with one assistant's phone number", async () => {
    const names = ['Ann', 'Bo', 'Carl', 'Dora', 'Egon', 'Fay', 'Gus', 'Hilda', 'Igor', 'Jutta'];
    const [lasts, work] = [
      'Abt Brown Celik Dunn Eder Fox Gray Holm Ito Jung'.split(' '),
      { company: 'Acme', ...phone('+12125550105') },
    ];
    await makeContacts(
      ada,
      names.map((name, index) => ({ full_name: `${name} ${lasts[index]}`, ...work })),
    );
    expect(await duplicates()).toEqual([]);
  });
});

test('a cluster starts with the oldest, is as sure as its weakest link, and gives reasons', async () => {
  const made = await makeContacts(ada, [
    { full_name: 'Zebulon Thistlewood', ...email('zeb@example.com') },
    { full_name: 'Zebulon Thistlewood', ...email('zeb@example.com'), ...phone('+12125550106') },
    { full_name: 'Zeb Thistlewood', ...phone('+12125550106'), contact_emails: [{ email: 'zeb@example.com' }] },
  ]);
  expect(await duplicates('?include[contacts]=true')).toEqual([
    {
      contactIds: made.map(({ id }) => id),
      confidence: 'certain',
      score: expect.any(Number),
      reasons: expect.arrayContaining(['same_email', 'same_name']),
      contacts: made.map(({ id }) => expect.objectContaining({ id })),
    },
  ]);
});

test('hides contacts marked as different, and reflects a change at once', async () => {
  const twice = { full_name: 'Zebulon Thistlewood', ...email('zeb@example.com') };
  const [one, other] = await makeContacts(ada, [twice, twice]);
  expect(await duplicates()).toHaveLength(1);
  await patchContact(ada, one.id, { ignore_merge: true });
  expect(await duplicates()).toEqual([]);
  expect(dataOf(await ada.post('/v2/contacts', twice)).duplicates).toMatchObject([
    { contactIds: [other.id, expect.any(String)] },
  ]);
  await patchContact(ada, one.id, { ignore_merge: false });
  dataOf(await ada.post('/v2/contacts/merge', { contactIds: [(await duplicates())[0].contactIds] }));
  expect(await duplicates()).toEqual([]);
});

test('reports a new contact that almost certainly exists, and creates it anyway', async () => {
  const known = await makeContact(ada, {
    full_name: 'Ada Lovelace',
    ...email('ada@example.com'),
    ...phone('+12125550107'),
  });
  const { contact, duplicates: told } = dataOf(
    await ada.post('/v2/contacts', { full_name: 'Lovelace, Ada', ...phone('212-555-0107') }),
  );
  expect(told).toEqual([
    {
      contactIds: [known.id, contact.id],
      confidence: 'certain',
      score: expect.any(Number),
      reasons: expect.arrayContaining(['same_phone']),
    },
  ]);
  expect(dataOf(await ada.post('/v2/contacts', { full_name: 'Grace Hopper' }))).not.toHaveProperty('duplicates');
  const bulk = dataOf(
    await ada.post('/v2/contacts/batch', {
      contacts: [{ full_name: 'Olu Adeyemi' }, { full_name: 'Ada Lovelace', ...email('ADA@example.com') }],
    }),
  );
  expect(bulk.duplicates).toMatchObject([{ contactIds: [known.id, bulk.contacts[1].id], confidence: 'certain' }]);
  expect(dataOf(await ada.get('/v2/contacts/count')).count).toBe(5);
});

test('lists each once across pages, surest first, and filters and cursors apply', async () => {
  const pairs = ['Abbot', 'Bexley', 'Cromarty', 'Dunwoody', 'Eskdale'].flatMap((last, index) => {
    const twice = { full_name: `Zebulon ${last}` };
    return index % 2 === 0
      ? [twice, twice]
      : [twice, twice].map((contact) => ({ ...contact, ...email(`${last}@example.com`) }));
  });
  const made = await makeContacts(ada, pairs);
  const all = await duplicates();
  expect(all.map(({ confidence }) => confidence)).toEqual(['certain', 'certain', 'likely', 'likely', 'likely']);
  const paged: Json[] = [];
  let cursor = '';
  do {
    const page = dataOf(await ada.get(`/v2/contacts/duplicates?take=2${cursor}`));
    paged.push(...page.duplicates);
    cursor = page.pagination.nextCursor && `&cursor=${encodeURIComponent(page.pagination.nextCursor)}`;
  } while (cursor);
  expect(paged).toEqual(all);
  expect(await duplicates('?confidence=certain')).toEqual(all.slice(0, 2));
  expect(await duplicates(`?contactId=${made[0].id}`)).toEqual(
    all.filter(({ contactIds }) => contactIds.includes(made[0].id)),
  );
  const { nextCursor } = dataOf(await ada.get('/v2/contacts/duplicates?take=1')).pagination;
  const elsewhere = await ada.get(
    `/v2/contacts/duplicates?confidence=certain&cursor=${encodeURIComponent(nextCursor)}`,
  );
  expect(elsewhere.status).toBe(400);
});

test('omits contacts deleted or changed since the first page', async () => {
  const pairs = ['Abbot', 'Bexley', 'Cromarty', 'Dunwoody'].map((last) => {
    const twice = { full_name: `Zebulon ${last}`, ...email(`${last}@example.com`) };
    return [twice, twice];
  });
  const made = await makeContacts(ada, pairs.flat());
  const page = async (cursor = '') => dataOf(await ada.get(`/v2/contacts/duplicates?take=1${cursor}`));
  const first = await page();
  const cursor = `&cursor=${encodeURIComponent(first.pagination.nextCursor)}`;
  const second = await page(cursor);
  const [gone] = second.duplicates[0].contactIds;
  dataOf(await ada.post('/v2/contacts/batch-delete', { contactIds: [gone] }));
  const afterwards = await page(cursor);
  expect(afterwards.duplicates).toHaveLength(1);
  expect(afterwards.duplicates[0].contactIds).not.toContain(gone);
  await patchContact(ada, afterwards.duplicates[0].contactIds[0], { ignore_merge: true });
  const last = await page(cursor);
  expect(last.duplicates).toHaveLength(1);
  expect(last.pagination.nextCursor).toBeNull();
  expect(new Set([first, second, afterwards, last].flatMap(({ duplicates }) => duplicates[0].contactIds))).toEqual(
    new Set(made.map(({ id }) => id)),
  );
});

test('separates Sven and Svenja in one household, and rates a typo in the first name as likely', async () => {
  const family = { ...home, contact_phone_numbers: [{ phone_number: '+493055501770' }] };
  const [sven, svenja] = await makeContacts(ada, [
    { full_name: 'Sven Maier', ...family, ...email('sven.maier@example.com') },
    {
      full_name: 'Svenja Maier',
      ...home,
      contact_phone_numbers: [{ phone_number: '+493055501770' }, { phone_number: '+491715550178' }],
    },
  ]);
  const told = await duplicates();
  expect(told.filter(({ confidence }: Json) => confidence === 'certain')).toEqual([]);
  const slip = await makeContact(ada, { full_name: 'Svne Maier', ...family, ...email('sven.maier@example.com') });
  const withSlip = await duplicates('?confidence=likely');
  const idsOf = withSlip.map(({ contactIds }: Json) => contactIds);
  expect(idsOf.some((ids: string[]) => ids.includes(sven.id) && ids.includes(slip.id))).toBe(true);
  expect(idsOf.some((ids: string[]) => ids.length > 2 && ids.includes(svenja.id))).toBe(false);
});
