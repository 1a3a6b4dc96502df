import { expect, test } from 'vitest';
import tools from '../../src/mcp/generated/tools.json' with { type: 'json' };
import { operationIndex } from '../../src/mcp/tools/catalogue-index.ts';
import { searchOperations } from '../../src/mcp/tools/catalogue-search.ts';
import type { Tool } from '../../src/mcp/tools/list.ts';
import { intentsOf } from '../../src/mcp/tools/query-intent.ts';
import { TOOLSETS } from '../../tools/definition.ts';
import { requests } from '../support/requests.ts';
import { topics } from '../support/topics.ts';

// In catalog mode a model can discover operations only with search_operations: by a person's request, by topic, and by
// known names. The result must be sufficient to continue, and short.

// biome-ignore lint/suspicious/noExplicitAny: a reply of any shape.
type Fields = Record<string, any>;
const enabled = { reachable: tools as Tool[] };
const search = (args: Fields): Fields => searchOperations(enabled, args);
const shown = (args: Fields): string[] => search(args).operations.map(({ operation }: Fields) => operation);
const withArguments = (args: Fields): string[] =>
  search(args)
    .operations.filter((one: Fields) => one.arguments)
    .map(({ operation }: Fields) => operation);

const asked = requests.flatMap(([tool, said]) => said.map((query) => ({ tool, query })));
const byTopic = topics.map(([tool, query]) => ({ tool, query }));

// Counts, not percentages, as in tool-choice.test.ts: a new sample that the search misses must not fail an unchanged
// search.
test.each([
  ['requests', asked, { 1: 212, 5: 254, 8: 257 }],
  ['topics', byTopic, { 1: 80, 5: 107, 8: 109 }],
])('finds the right operation for nearly all %s', (what, wanted, floors) => {
  const places = wanted.map(({ tool, query }) => ({ tool, query, at: shown({ query }).indexOf(tool) }));
  const among = (k: number) => places.filter(({ at }) => at >= 0 && at < k).length;
  const figures = Object.keys(floors).map((k) => `@${k} ${among(Number(k))}`);
  process.stdout.write(`search_operations, ${what} (${wanted.length}): found ${figures.join(', ')}\n`);
  const missed = places.filter(({ at }) => at < 0).map(({ tool, query }) => `${tool}: ${query}`);
  for (const [k, floor] of Object.entries(floors))
    expect(among(Number(k)), `among the first ${k}; missed:\n${missed.join('\n')}`).toBeGreaterThanOrEqual(floor);
});

test('returns one operation with its arguments, and a line for each other', () => {
  const sizes = asked.map(({ query }) => JSON.stringify(search({ query })).length).sort((a, b) => a - b);
  expect(sizes[Math.floor(sizes.length / 2)], 'median of bytes').toBeLessThan(2_000);
  expect(sizes.at(-1), 'most bytes').toBeLessThan(4_500);
  const { operations } = search({ query: 'remind me to call' });
  expect(operations[0]).toMatchObject({ operation: 'create_reminder', run_with: 'write_operation' });
  for (const near of operations.slice(1)) expect(Object.keys(near)).toEqual(['operation', 'description']);
});

test.each([
  [{ query: 'list_contacts' }, ['list_contacts']],
  [{ query: 'List contacts' }, ['list_contacts']],
  [{ query: 'list-contacts' }, ['list_contacts']],
  [{ query: 'create_note and tag_contacts, please' }, ['create_note', 'tag_contacts']],
  [{ operations: ['tag_contacts', 'create_note', 'tag_contacts'] }, ['tag_contacts', 'create_note']],
  [{ operations: 'create_note, get_note' }, ['create_note', 'get_note']],
])('%j returns the named operations with all arguments', (args, names) => {
  expect(shown(args).sort()).toEqual([...names].sort());
  expect(withArguments(args).sort()).toEqual([...names].sort());
});

test('returns only the everyday arguments to a search, and the names of the others', () => {
  const [found] = search({ query: 'star Julia, she got a new job' }).operations;
  const [named] = search({ operations: ['update_contact'] }).operations;
  expect(found.operation).toBe('update_contact');
  const all = [...Object.keys(found.arguments.properties), ...found.more_arguments];
  expect(all.sort()).toEqual(Object.keys(named.arguments.properties).sort());
});

test('returns a line for every group for an empty query, and names every operation', () => {
  expect(shown({})).toEqual(tools.map(({ name }) => name));
  const { groups } = search({ query: ' ' });
  expect(groups.map(({ group }: Fields) => group).sort()).toEqual(
    TOOLSETS.filter((one) => !['core', 'v1'].includes(one)).sort(),
  );
  expect(JSON.stringify(search({})).length).toBeLessThan(6_500);
});

test('returns the groups if nothing matches', () => {
  expect(search({ query: 'zzz' })).toMatchObject({
    operations: [],
    groups: [{ group: 'contacts' }, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}],
  });
  const some = { reachable: enabled.reachable.filter(({ name }) => name === 'list_tags') };
  expect(searchOperations(some, { query: 'zzz' }).groups).toEqual([{ group: 'tags', about: 'labels on people' }]);
});

test.each([
  ["What is Ann's number?", ['ask']],
  ['Delete this person for good', ['remove']],
  ['Get rid of these junk people', ['remove']],
  ['Which number comes first: put the office one first', ['ask', 'change']],
  ['relationship family', []],
])('%s wants %j', (query, intents) => {
  expect([...intentsOf(query)].sort()).toEqual(intents);
});

test.each([
  [{ operations: ['create_nte'] }, { operations: 'there is no operation create_nte, did you mean create_note?' }],
  [{ operations: [1] }, { operations: 'must be a list of names' }],
  [{ operations: Array(11).fill('get_note') }, { operations: 'must have at most 10 entries' }],
  [{ query: 5 }, { query: 'must be text' }],
])('rejects %j', (args, fields) => {
  expect(() => search(args)).toThrow(expect.objectContaining({ details: { fields } }));
});

test('neither finds nor names disabled operations', () => {
  const some = { reachable: enabled.reachable.filter(({ name }) => name !== 'create_note') };
  const found = operationIndex(some.reachable)('write down a note', 20).map(({ name }) => name);
  expect(found).not.toContain('create_note');
  expect(() => searchOperations(some, { operations: ['create_note'] })).toThrow('there is no operation');
});
