import { expect, test } from 'vitest';
import { type ListedTool, lintTools } from '../../scripts/api/lint-tools.ts';

const READ = 'Shows one group with its description, parent, and size. Its members: list_group_contacts.';
const MEMBERS = 'Shows who is in a group, without the archived people. The group itself: get_group.';

const tool = (name: string, description: string, properties: object = {}, destructiveHint = false): ListedTool => ({
  name,
  description,
  inputSchema: { type: 'object', properties },
  annotations: { readOnlyHint: !destructiveHint, destructiveHint },
});
const members = tool('list_group_contacts', MEMBERS);
const faults = (...tools: ListedTool[]) => lintTools(tools).faults;

test('accepts good descriptions, and counts parameters and nested fields separately', () => {
  const nested = { type: 'object', description: 'one row', properties: { id: { type: 'string' } } };
  const list = { type: 'array', description: 'rows', items: nested, examples: [[]] };
  const { figures, faults } = lintTools([tool('get_group', READ, { list }), members]);
  expect(faults).toEqual([]);
  expect(Object.fromEntries(figures)).toMatchObject({
    'described parameters': '1 of 1 (100.0%)',
    'described nested fields': '0 of 1 (0.0%)',
    'parameters with examples': '1',
  });
});

test.each<[string, ListedTool, string]>([
  ['a short description', tool('get_group', 'Opens a group: list_group_contacts.'), 'has only 35 characters'],
  ['a fragment', tool('get_group', READ.slice(0, -1)), 'is not in sentences'],
  ['no other tool', tool('get_group', READ.replace('list_group_contacts', 'get_group')), 'names no other tool'],
  ['search as a word', tool('get_group', READ.replace('list_group_contacts', 'a search')), 'names no other tool'],
  ['a vague v1 tool', tool('get_group_v1', `${READ} Prefer get_group.`), 'says no difference to get_group'],
  ['a deletion', tool('delete_group', `Deletes it. ${READ}`, {}, true), 'does not say whether it can be undone'],
])('reports %s', (_what, faulty, fault) => {
  expect(faults(faulty, members, tool('search', `${MEMBERS} All.`))).toContain(`${faulty.name}: ${fault}`);
});

test('reports parameters without a description or with their name as one, and copied descriptions', () => {
  const named = { group_id: { type: 'string', description: 'The id of the group' } };
  expect(faults(tool('get_group', READ, named), members)).toEqual([
    'get_group: the description of group_id repeats its name',
  ]);
  expect(faults(tool('get_group', READ, { take: {} }), members)).toEqual([
    'parameters: only 0 of 1 (0.0%) are described',
  ]);
  expect(faults(tool('get_group', READ), tool('open_group', READ), members)).toEqual([
    'get_group and open_group have the same description',
  ]);
});
