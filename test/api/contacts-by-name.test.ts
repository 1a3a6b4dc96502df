import { beforeAll, describe, expect, test } from 'vitest';
import { serviceForFile } from '../support/file-service.ts';
import { dataOf, type Json, makeContacts, wipe } from '../support/people.ts';

const { ada } = await serviceForFile();

const GIVEN = 'Alan Beatrix Carlos Dagmar Emil Fiona Greta Hugo Irene Jonas Karla Leon Mona Nils Oskar'.split(' ');
const FAMILY =
  'Abbott Brandt Castellano Drechsler Eklund Farrell Gruber Holloway Isaksen Jankowski Kessler Lombardi Moretti Novotny Olsen Petrov Quigley Rosenthal'.split(
    ' ',
  );

const NAMED = [
  ...['Robert Hathaway', 'Josef Huber', 'Francisco Ibáñez', 'Elizabeth Winthrop', 'Margaret Thornbury'],
  ...['Jürgen Müller', 'Søren Jørgensen', 'Łukasz Wiśniewski', 'Zoë Straßer', 'Stephen Meyer', 'Philip Kowalczyk'],
  ...[
    'Anna Berg-Schmidt',
    'Clara Vogel (geb. Steinbrück)',
    'Julie Martin née Lefèvre',
    'Mary Jane Watson',
    'Annamaria Rossi',
  ],
  ...['Pieter van den Heuvel', "Sinéad O'Hara", 'Dr. Wolfgang Zimmermann', 'Mohammed Farouk', 'Katherine Pemberton'],
  ...['Александр Соловьёв', 'Юрий Щербаков', 'Екатерина Жукова', 'Γιώργος Παπαδόπουλος', 'Ελένη Οικονόμου'],
  ...[
    'محمد منصور',
    'فاطمة حداد',
    'דוד כהן',
    'רחל מזרחי',
    '王小明',
    '欧阳文静',
    '田中太郎',
    '鈴木 さくら',
    '김민수',
    '박지훈',
  ],
  ...[
    'Yuri Gagarin',
    'Takeshi Watanabe',
    'Xiaoming Li',
    'Nikos Karagiannis',
    'Khalid Najjar',
    'Moshe Levi',
    'Eunji Choi',
  ],
];

/** Each query as someone may type it, with the matching name. */
const WAYS: [query: string, name: string][] = [
  ['Robert Hathawya', 'Robert Hathaway'],
  ['Robret Hathawey', 'Robert Hathaway'],
  ['bob hathaway', 'Robert Hathaway'],
  ['Hathaway, Robert', 'Robert Hathaway'],
  ['R. Hathaway', 'Robert Hathaway'],
  ['rhathaway', 'Robert Hathaway'],
  ['Robert H.', 'Robert Hathaway'],
  ["Robert Hathaway's", 'Robert Hathaway'],
  ['the Hathaways', 'Robert Hathaway'],
  ['Sepp Huber', 'Josef Huber'],
  ['Familie Huber', 'Josef Huber'],
  ['Paco Ibanez', 'Francisco Ibáñez'],
  ['ibanez francisco', 'Francisco Ibáñez'],
  ['Liz Winthrop', 'Elizabeth Winthrop'],
  ['Mrs Winthrop', 'Elizabeth Winthrop'],
  ['Peggy Thornbury', 'Margaret Thornbury'],
  ['Margret Thornberry', 'Margaret Thornbury'],
  ['juergen mueller', 'Jürgen Müller'],
  ['Jurgen Muller', 'Jürgen Müller'],
  ['Jürgen Mülller', 'Jürgen Müller'],
  ['Soeren Joergensen', 'Søren Jørgensen'],
  ['lukasz wisniewski', 'Łukasz Wiśniewski'],
  ['Lucas Wishniewski', 'Łukasz Wiśniewski'],
  ['zoe strasser', 'Zoë Straßer'],
  ['Steven Maier', 'Stephen Meyer'],
  ['Filip Kovalczyk', 'Philip Kowalczyk'],
  ['Anna Berg', 'Anna Berg-Schmidt'],
  ['Anna Schmidt', 'Anna Berg-Schmidt'],
  ['die Bergs', 'Anna Berg-Schmidt'],
  ['Clara Steinbrueck', 'Clara Vogel (geb. Steinbrück)'],
  ['Julie Lefevre', 'Julie Martin née Lefèvre'],
  ['Mary Watson', 'Mary Jane Watson'],
  ['maryjane watson', 'Mary Jane Watson'],
  ['anna maria rossi', 'Annamaria Rossi'],
  ['pieter vandenheuvel', 'Pieter van den Heuvel'],
  ['pieter.heuvel', 'Pieter van den Heuvel'],
  ['sinead ohara', "Sinéad O'Hara"],
  ['Prof. Zimmermann', 'Dr. Wolfgang Zimmermann'],
  ['wolfgangzimmermann', 'Dr. Wolfgang Zimmermann'],
  ['Muhammad Faruk', 'Mohammed Farouk'],
  ['Catherine Pembertn', 'Katherine Pemberton'],
  ['Alexander Soloviev', 'Александр Соловьёв'],
  ['Aleksandr Solovyov', 'Александр Соловьёв'],
  ['Yury Shcherbakov', 'Юрий Щербаков'],
  ['Zhukova Ekaterina', 'Екатерина Жукова'],
  ['Giorgos Papadopoulos', 'Γιώργος Παπαδόπουλος'],
  ['Eleni Oikonomou', 'Ελένη Οικονόμου'],
  ['Mohammed Mansour', 'محمد منصور'],
  ['Fatima Haddad', 'فاطمة حداد'],
  ['David Cohen', 'דוד כהן'],
  ['Rachel Mizrahi', 'רחל מזרחי'],
  ['Wang Xiaoming', '王小明'],
  ['Wáng Xiǎomíng', '王小明'],
  ['Xiao Ming Wang', '王小明'],
  ['Ouyang Wenjing', '欧阳文静'],
  ['Taro Tanaka', '田中太郎'],
  ['Suzuki Sakura', '鈴木 さくら'],
  ['Kim Min-soo', '김민수'],
  ['Jihoon Park', '박지훈'],
  ['Юрий Гагарин', 'Yuri Gagarin'],
  ['渡辺健', 'Takeshi Watanabe'],
  ['李小明', 'Xiaoming Li'],
  ['Νίκος Καραγιάννης', 'Nikos Karagiannis'],
  ['خالد النجار', 'Khalid Najjar'],
  ['משה לוי', 'Moshe Levi'],
  ['최은지', 'Eunji Choi'],
];

const page = async (query: Record<string, string | number>): Promise<Json> =>
  dataOf(await ada.get(`/v2/contacts?${new URLSearchParams(query as Record<string, string>)}`));
const namesOf = ({ contacts }: Json): string[] => contacts.map(({ full_name }: Json) => full_name);

describe('people by name', () => {
  beforeAll(async () => {
    await wipe(ada);
    const others = GIVEN.flatMap((given) => FAMILY.map((family) => `${given} ${family}`));
    await makeContacts(
      ada,
      [...NAMED, ...others].map((full_name) => ({ full_name })),
    );
    await makeContacts(ada, [
      { full_name: 'Tomasz Zielonka', company: 'Fernsprech GmbH', job_title: 'Plumber' },
      { full_name: 'Ines Quast', company: 'Leeds Gardens' },
      { full_name: 'Retired Plumber', is_archived: true },
    ]);
  });

  test.each(WAYS)('finds by "%s" %s', async (searchQuery, name) => {
    expect(namesOf(await page({ searchQuery, take: 5 }))).toContain(name);
  });

  test('lists people with all words first, then those with some', async () => {
    expect(namesOf(await page({ searchQuery: 'plumber leeds' })).sort()).toEqual(['Ines Quast', 'Tomasz Zielonka']);
    expect(namesOf(await page({ searchQuery: 'plumber fernsprech' }))[0]).toBe('Tomasz Zielonka');
    expect(namesOf(await page({ searchQuery: 'hugo farrell' }))[0]).toBe('Hugo Farrell');
    expect(namesOf(await page({ searchQuery: 'hugo farell' }))[0]).toBe('Hugo Farrell');
  });

  test('requires quoted words', async () => {
    const names = namesOf(await page({ searchQuery: '"hugo" farell', take: 50 }));
    expect(names[0]).toBe('Hugo Farrell');
    expect(names.filter((name) => !name.startsWith('Hugo '))).toEqual([]);
    expect(namesOf(await page({ searchQuery: '"hugo farell"' }))).toEqual([]);
  });

  test("lists everyone once across pages, and rejects another query's cursor", async () => {
    const whole = namesOf(await page({ searchQuery: 'Fiona Mona', take: 100 }));
    expect(new Set(whole).size).toBe(whole.length);
    const read: string[] = [];
    let cursor: string | null = null;
    do {
      const some: Json = await page({ searchQuery: 'Fiona Mona', take: 7, ...(cursor && { cursor }) });
      read.push(...namesOf(some));
      cursor = some.pagination.nextCursor;
      if (cursor) expect((await ada.get(`/v2/contacts?searchQuery=Mona&cursor=${cursor}`)).status).toBe(400);
    } while (cursor);
    expect(read).toEqual(whole);
    expect(read.length).toBeGreaterThan(20);
  });

  test('finds no one if no word matches anything', async () => {
    expect(namesOf(await page({ searchQuery: 'xqzzv wvvkkq' }))).toEqual([]);
  });

  test('changes neither filters nor counts', async () => {
    const { contacts } = dataOf(await ada.post('/v2/contacts/filter', { where: { name: 'hathawya' } }));
    expect(contacts).toEqual([]);
  });
});
