import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fold } from '../../src/shared/text/fold.ts';
import { engine } from '../support/engine.ts';
import { serviceForFile } from '../support/file-service.ts';
import { type Json, makeContacts, namesWhere, patchContact, wipe } from '../support/people.ts';
import { rounds } from '../support/rounds.ts';

// Substring filters use an index if there is one. They must match a comparison of each text.

const { service, database } = await serviceForFile();

const FIELDS = ['company', 'job_title', 'education', 'description'] as const;

/** Pieces that join at every boundary, characters with a meaning in a pattern or query, and two-unit characters. */
const PIECES = [
  ...'abcab',
  'ab',
  'cab',
  ' ',
  '%',
  '_',
  '\\',
  '"',
  "'",
  '*',
  '(',
  '^',
  '\n',
  'é',
  'ß',
  '日本',
  '𠮷',
  '🎂',
  '👩‍🚀',
  'AND',
];
const text = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join(''));
const texts = fc.record(Object.fromEntries(FIELDS.map((field) => [field, text])), { requiredKeys: [] });

/** A substring that exists, or some other text. */
const part = fc.oneof(
  fc.tuple(fc.nat(), fc.constantFrom(...FIELDS), fc.nat(), fc.integer({ min: 1, max: 9 })),
  fc.tuple(text, fc.constantFrom(...FIELDS)),
);

test('filters by substring, before and after changes', async () => {
  const user = await service.user();
  await fc.assert(
    fc.asyncProperty(
      fc.array(texts, { minLength: 1, maxLength: 25 }),
      fc.array(fc.tuple(fc.nat(), texts), { maxLength: 5 }),
      fc.array(part, { minLength: 8, maxLength: 20 }),
      async (given, changes, parts) => {
        const people: Json[] = given.map((fields, index) => ({ ...fields, full_name: `P${index}` }));
        const made = await makeContacts(user, people);
        const check = async () => {
          for (const asked of parts) {
            const [field, wanted] = asked.length === 2 ? [asked[1], asked[0]] : partOf(people, asked);
            if (fold(wanted) === '') continue;
            const expected = people.filter((one) => fold(one[field] ?? '').includes(fold(wanted)));
            const names = expected.map(({ full_name }) => full_name).sort();
            expect([field, wanted, await namesWhere(user, { [field]: wanted })]).toEqual([field, wanted, names]);
          }
        };
        await check();
        for (const [number, fields] of changes) {
          Object.assign(people[number % people.length]!, fields);
          await patchContact(user, made[number % people.length].id, fields);
        }
        await check();
        await wipe(user);
      },
    ),
    { numRuns: rounds(4) },
  );
});

function partOf(people: Json[], [person, field, start, length]: [number, string, number, number]): [string, string] {
  const characters = [...(people[person % people.length]![field] ?? 'nowhere')];
  const from = start % characters.length;
  return [field, characters.slice(from, from + length).join('')];
}

test("matches several substrings, alternatives, and no other user's data", async () => {
  const [ada, bob] = [await service.user(), await service.user()];
  await makeContacts(ada, [
    { full_name: 'One', company: 'Borealis', job_title: 'Engineer' },
    { full_name: 'Two', company: 'Borealis', job_title: 'Designer' },
    { full_name: 'Three', company: 'Cobalt', job_title: 'Engineer' },
  ]);
  await makeContacts(bob, [{ full_name: 'Four', company: 'Borealis', job_title: 'Engineer' }]);
  expect(await namesWhere(ada, { company: 'real', job_title: 'gine' })).toEqual(['One']);
  expect(await namesWhere(ada, { or: [{ company: 'obal' }, { job_title: 'sign' }] })).toEqual(['Three', 'Two']);
  expect(await namesWhere(ada, { job_title: 'engi', or: [{ company: 'obal' }, { company: 'none' }] })).toEqual([
    'Three',
  ]);
  expect(await namesWhere(bob, { company: 'orea' })).toEqual(['Four']);
  expect(await namesWhere(bob, { company: 'obalt' })).toEqual([]);
});

test('looks up a rare substring in the index', async () => {
  const user = await service.user();
  await makeContacts(user, [{ full_name: 'One', company: 'Borealis' }]);
  if (engine === 'postgres') {
    const [index] = database.all(`select indexdef from pg_indexes where indexname = 'contacts_parts'`);
    expect(index!.indexdef).toContain('folded_company gin_trgm_ops');
    return;
  }
  database.all(
    'delete from contact_parts where rowid in (select words_row from contact_search where user_id = ?)',
    user.id,
  );
  expect(await namesWhere(user, { company: 'real' })).toEqual([]);
  expect(await namesWhere(user, { company: 'al' })).toEqual(['One']);
});
