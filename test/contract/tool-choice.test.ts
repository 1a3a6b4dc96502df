import { expect, test } from 'vitest';
import { toolNames } from '../../src/contract/operations.ts';
import tools from '../../src/mcp/generated/tools.json' with { type: 'json' };
import type { Tool } from '../../src/mcp/tools/list.ts';
import { searchTools } from '../../src/mcp/tools/search.ts';
import { toolDefinitions } from '../../tools/tools.ts';
import { requests } from '../support/requests.ts';

// Clients with many tools load them by search: a person's request must find the right one.

const all = requests.flatMap(([tool, asked]) => asked.map((request) => ({ tool, request })));

// Counts, not percentages: a new sample request that the search misses must not fail an unchanged search. A small
// margin leaves room for better wording elsewhere. Raise the numbers when many new requests are found.
const AMONG_FIRST_FIVE = 243;
const FIRST = 180;

test('finds the right tool in the top five for nearly every request, and mostly first', () => {
  const search = searchTools(tools as unknown as Tool[]);
  const results = all.map(({ tool, request }) => ({ tool, request, ranked: search(request, 5) }));
  const missed = results.filter(({ tool, ranked }) => !ranked.includes(tool));
  const found = all.length - missed.length;
  const first = results.filter(({ tool, ranked }) => ranked[0] === tool).length;
  process.stdout.write(`Tool search (${all.length} requests): ${found} found, ${first} of them first\n`);
  const lines = missed.map(({ tool, request, ranked }) => `${tool}: ${request} → ${ranked.join(', ')}`).join('\n');
  expect(found, `missed:\n${lines}`).toBeGreaterThanOrEqual(AMONG_FIRST_FIVE);
  expect(first).toBeGreaterThanOrEqual(FIRST);
});

test('has many requests, and some for every tool', () => {
  expect(all.length).toBeGreaterThanOrEqual(150);
  expect(new Set(all.map(({ request }) => request)).size).toBe(all.length);
  const asked = new Set(requests.map(([tool]) => tool));
  const current = toolNames.filter((name) => !toolDefinitions[name].toolsets.includes('v1'));
  expect(current.filter((name) => !asked.has(name))).toEqual([]);
  expect([...asked].filter((name) => !(toolNames as string[]).includes(name))).toEqual([]);
});
