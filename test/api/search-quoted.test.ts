import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { serviceForFile } from '../support/file-service.ts';
import { dataOf, type Json, makeContacts, makeNote, makeTag } from '../support/people.ts';
import type { User } from '../support/service.ts';

// A search whose words are all quoted finds every record that contains them, and no other.

const { service, ada } = await serviceForFile();

const search = async (user: User, query: string, more: Record<string, string> = {}): Promise<Json> =>
  dataOf(await user.get(`/v2/search?${new URLSearchParams({ query, take: '50', ...more })}`));
const titles = ({ results }: Json): string[] => results.map(({ title }: Json) => title);

const WORDS = ['zorba', 'quill', 'Ember', 'karum', 'onyx', 'Ütrek'];
const folded = (text: string) => ` ${text.replaceAll('Ü', 'U').toLowerCase()} `;

interface Expected {
  kind: string;
  /** Texts that may contain a phrase. */
  texts: string[];
  archived?: boolean;
  trashed?: boolean;
}

describe('random records', () => {
  const records: Expected[] = [];

  beforeAll(async () => {
    const some = (max: number) => fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: max });
    const sample = <T>(arbitrary: fc.Arbitrary<T>, count: number) => fc.sample(arbitrary, { numRuns: count, seed: 32 });
    const text = (max: number) => some(max).map((words) => words.join(' '));
    const people = sample(
      fc.record({
        full_name: text(2),
        company: fc.option(text(2), { nil: undefined }),
        description: fc.option(text(3), { nil: undefined }),
        is_archived: fc.boolean(),
      }),
      40,
    );
    const made = await makeContacts(ada, people);
    for (const [index, { full_name, company = '', description = '', is_archived }] of people.entries()) {
      const trashed = index % 4 === 0;
      if (trashed) await ada.call('DELETE', `/v2/contacts/${made[index].id}`);
      const texts = [full_name, company, description];
      records.push({
        kind: 'person',
        texts: trashed ? [texts.filter(Boolean).join(' ')] : texts,
        archived: is_archived,
        trashed,
      });
    }
    for (const [index, note] of sample(text(4), 40).entries()) {
      const person = index * 4 + 1 < people.length ? index * 4 + 1 : undefined;
      const links = person === undefined ? [] : [{ contact_id: made[person].id }];
      const { id } = await makeNote(ada, { note, timeline_items_contacts: links });
      const trashed = index > 30;
      if (trashed) await ada.call('DELETE', `/v2/timeline/notes/${id}`);
      records.push({
        kind: 'note',
        texts: [note, person === undefined ? '' : people[person]!.full_name],
        trashed,
      });
    }
    for (const reminder of sample(text(3), 15)) {
      await ada.post('/v2/reminders', { reminder: { text: reminder, due_at_date: '2099-05-01' } });
      records.push({ kind: 'reminder', texts: [reminder] });
    }
    for (const name of new Set(sample(text(2), 10))) {
      await makeTag(ada, `${name} tag`);
      await ada.post('/v2/groups', { group: { name: `${name} group` } });
      records.push({ kind: 'tag', texts: [name] }, { kind: 'group', texts: [name] });
    }
  });

  test('are all counted, whatever the size of the page', async () => {
    const phrase = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 2 });
    const phrases = fc.array(phrase, { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(phrases, fc.constantFrom('1', '50'), async (asked, take) => {
        const query = asked.map((words) => `"${words.join(' ')}"`).join(' ');
        const expected: Json = {};
        for (const { kind, texts, archived, trashed } of records) {
          const holds = asked.every((words) => texts.some((text) => folded(text).includes(folded(words.join(' ')))));
          if (!holds) continue;
          expected[kind] ??= { count: 0, archived: 0, trashed: 0 };
          expected[kind].count += 1;
          if (archived) expected[kind].archived += 1;
          if (trashed) expected[kind].trashed += 1;
        }
        expect((await search(ada, query, { take })).found).toEqual(expected);
      }),
      { numRuns: 60, seed: 7 },
    );
  }, 60_000);
});

describe('quoted words', () => {
  test('match custom fields and profiles too', async () => {
    const user = await service.user();
    const [person] = await makeContacts(user, [
      { full_name: 'Iris Lund', linkedin: 'https://linkedin.com/in/irisl', description: 'Plays in Studio 54' },
      { full_name: 'Iris Holm' },
    ]);
    const { custom_field: field } = dataOf(
      await user.post('/v1/custom-fields', {
        custom_field: { name: 'Allergy', field_type: 'input', categories: [] },
      }),
    );
    const values = [{ contact_id: person.id, custom_field_id: field.id, text_value: 'Peanuts' }];
    dataOf(await user.post('/v2/custom-fields/contacts/values', { custom_fields: values }));
    for (const query of ['"iris" "linkedin"', '"iris" "allergy"', '"iris" "peanuts"', '"iris" "studio 54"'])
      expect([query, titles(await search(user, query))]).toEqual([query, ['Iris Lund']]);
    expect(titles(await search(user, '"iris" "walnuts"'))).toEqual([]);
  });

  test('leave out neighboring notes, and similar names', async () => {
    const user = await service.user();
    await makeContacts(user, [{ full_name: 'Jonas Weber' }, { full_name: 'Jonas Webber' }]);
    for (const [minute, note] of ['Where is Jonas Weber today?', 'He is in Ulm.'].entries())
      await makeNote(user, { note, event_time: `2025-01-01T10:0${minute}:00Z` });
    const { found } = await search(user, '"where" "jonas" "weber" "today"');
    expect(found).toEqual({ note: { count: 1, archived: 0, trashed: 0 } });
    expect(titles(await search(user, '"jonas" "weber"'))).toEqual(['Jonas Weber', 'Where is Jonas Weber today?']);
  });

  test('have the same results on pages of any size', async () => {
    const user = await service.user();
    await makeContacts(user, [{ full_name: 'Nora Quist' }, { full_name: 'Nora Quist', is_archived: true }]);
    for (let hour = 10; hour < 20; hour++)
      await makeNote(user, {
        note: `Nora saw Quist ${'nora '.repeat((hour + 1) % 4)}`,
        event_time: `2025-01-01T${hour}:00:00Z`,
      });
    await user.post('/v2/timeline/notes/batch', {
      notes: Array.from({ length: 100 }, () => ({ note: 'Rain' })),
    });
    const whole = await search(user, '"nora" "quist"');
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Json = await search(user, '"nora" "quist"', { take: '1', ...(cursor && { cursor }) });
      for (const { id } of page.results) seen.push(id);
      cursor = page.pagination.nextCursor;
    }
    expect(seen).toEqual(whole.results.map(({ id }: Json) => id));
    expect(seen).toHaveLength(12);
    expect(titles(whole).slice(0, 3)).toEqual(['Nora Quist', 'Nora Quist', 'Nora saw Quist nora nora nora']);
  });
});
