import { beforeAll, describe, expect, test } from 'vitest';
import { serviceForFile } from '../support/file-service.ts';
import { dataOf, type Json, makeContacts, makeNote, notesFound } from '../support/people.ts';

const { service } = await serviceForFile();

const answerTo = async (user: Awaited<ReturnType<typeof service.user>>, searchQuery: string, more = '') =>
  dataOf(await user.get(`/v2/timeline/notes/search?searchQuery=${encodeURIComponent(searchQuery)}${more}`));

/** Consecutive notes, one day apart. */
async function userWithNotes(...notes: string[]) {
  const user = await service.user();
  for (const [index, note] of notes.entries()) {
    await makeNote(user, { note, event_time: `2026-01-${String(index + 1).padStart(2, '0')}T10:00:00Z` });
  }
  return user;
}

describe('other forms of a word', () => {
  const NOTES: [note: string, ...queries: string[]][] = [
    ['We talked about the library project that is planned in Bergen', 'library projects in Bergen', 'libraries'],
    ['Wir haben über die neuen Häuser und das Projekt gesprochen', 'Haus', 'Projekte', 'neues haus'],
    ['Nous avons parlé des réunions et de la bibliothèque nationale', 'réunion', 'bibliothèques', 'bibliotheques'],
    ['Hablamos de los proyectos y de las canciones que le gustan', 'proyecto', 'canción'],
    ['Abbiamo parlato delle biblioteche e di un progetto', 'biblioteca', 'progetti'],
    ['Falamos sobre os livros e viajou, o que ela quer fazer', 'livro', 'viajar livros'],
    ['We hebben het over de boeken en zijn tuinen gehad', 'boek', 'tuin'],
    ['Vi pratade om böckerna och om resorna till Lund', 'resor', 'resorna'],
    ['Vi snakket om hyttene og om prosjektene deres', 'hytte', 'prosjekt'],
    ['Vi talte om husene og om hendes katte', 'huset', 'kat'],
    ['Puhuimme hänen taloistaan ja siitä, että hän on täällä', 'talo'],
    ['Beszélgettünk a könyvekről és arról, hogy ő is ott volt', 'könyvek'],
    ['Мы говорили о новых проектах и книгах', 'проект', 'книга'],
    ['Μιλήσαμε για τους δρόμους', 'δρόμος'],
    ['Onun evleri ve kitapları hakkında konuştuk, çok iyi bir gün', 'kitaplar'],
    ['guitars', 'guitar'],
    ['Gitarren', 'Gitarre'],
  ];
  let ada: Awaited<ReturnType<typeof service.user>>;
  beforeAll(async () => {
    ada = await userWithNotes(...NOTES.map(([note]) => note));
  });

  test.each(NOTES.flatMap(([note, ...queries]) => queries.map((query) => [query, note] as const)))(
    '%s finds %s',
    async (query, note) => {
      const { notes, warnings } = await answerTo(ada, query);
      expect(notes.map((one: Json) => one.note)).toContain(note);
      expect(warnings).toBeUndefined();
    },
  );

  test.each(['"library projects"', '"libraries"', 'librarx', 'rojects'])('%s finds nothing', async (query) => {
    expect(await notesFound(ada, query)).toEqual([]);
  });

  test("a person's name is found as written", async () => {
    const user = await service.user();
    const [one] = await makeContacts(user, [{ full_name: 'Peters Brooks' }]);
    await makeNote(user, { note: 'A walk', timeline_items_contacts: [{ contact_id: one.id }] });
    expect(await notesFound(user, 'walks peters')).toEqual(['A walk']);
    expect(await notesFound(user, 'petersen')).toEqual([]);
  });
});

test('notes with the words as written come first, page by page', async () => {
  const forms = ['garden', 'gardens'];
  const user = await userWithNotes(...Array.from({ length: 24 }, (_, index) => `The ${forms[index % 2]} of ${index}`));
  const newest = (form: number) =>
    Array.from({ length: 24 }, (_, index) => 23 - index).filter((index) => index % 2 === form);
  const expected = [...newest(1), ...newest(0)].map((index) => `The ${forms[index % 2]} of ${index}`);
  for (const take of [1, 5, 12, 24, 100]) {
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Json = await answerTo(user, 'gardens', `&take=${take}${cursor ? `&cursor=${cursor}` : ''}`);
      expect(page.warnings).toBeUndefined();
      found.push(...page.notes.map(({ note }: Json) => note));
      cursor = page.pagination.nextCursor;
    } while (cursor);
    expect(found).toEqual(expected);
  }
});

describe('without a note that has all words', () => {
  test('lists notes with some of them, best first', async () => {
    const user = await userWithNotes(
      'We met in the library',
      'The library project of the town',
      'A project in Bergen',
      'In the town, in the garden',
    );
    const { notes, warnings, pagination } = await answerTo(user, 'library projects in Bergen');
    expect(notes.map(({ note }: Json) => note)).toEqual([
      'The library project of the town',
      'A project in Bergen',
      'We met in the library',
    ]);
    expect(pagination).toEqual({ nextCursor: null, count: 3 });
    expect(warnings).toBeUndefined();
    const missing = await answerTo(user, 'library project zebra');
    expect(missing.notes[0].note).toBe('The library project of the town');
    expect(missing.notes).toHaveLength(3);
    expect(missing.warnings).toEqual(['weak_match']);
  });

  test.each(['zebra giraffe lion', 'zebra'])('%s finds nothing', async (query) => {
    const user = await userWithNotes('The library of the town');
    expect(await answerTo(user, query)).toEqual({ notes: [], pagination: { nextCursor: null, count: 0 } });
  });

  test.each(['library zebra', 'the zebra'])('%s finds a partial match, and marks it as weak', async (query) => {
    const user = await userWithNotes('The library of the town');
    const { notes, warnings } = await answerTo(user, query);
    expect(notes).toHaveLength(1);
    expect(warnings).toEqual(['weak_match']);
  });

  test('applies filters, and continues across pages', async () => {
    const user = await userWithNotes(...Array.from({ length: 20 }, (_, index) => `Boats and harbors, number ${index}`));
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const more = `&startDate=2026-01-06&take=4${cursor ? `&cursor=${cursor}` : ''}`;
      const page: Json = await answerTo(user, 'boat harbor zebra', more);
      expect(page.warnings).toEqual(cursor ? undefined : ['weak_match']);
      found.push(...page.notes.map(({ note }: Json) => note));
      cursor = page.pagination.nextCursor;
      if (found.length === 8)
        await makeNote(user, { note: 'Boats and harbors, later', event_time: '2026-02-01T00:00:00Z' });
    } while (cursor);
    expect(found).toEqual(Array.from({ length: 15 }, (_, index) => `Boats and harbors, number ${19 - index}`));
  });
});

test('the timeline finds other forms too, in chronological order', async () => {
  const user = await userWithNotes('The garden of one', 'The gardens of two', 'The garden of three');
  const { items } = dataOf(await user.get('/v2/timeline?sources=notes&searchQuery=gardens'));
  expect(items.map(({ note }: Json) => note.note)).toEqual([
    'The garden of three',
    'The gardens of two',
    'The garden of one',
  ]);
});
