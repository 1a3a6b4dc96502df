import { expect, test } from 'vitest';
import { operationNames } from '../../src/contract/operations.ts';
import tools from '../../src/mcp/generated/tools.json' with { type: 'json' };
import type { Tool } from '../../src/mcp/tools/list.ts';
import { searchTools } from '../../src/mcp/tools/search.ts';
import { toolDefinitions } from '../../tools/tools.ts';
import { requests } from '../support/requests.ts';

// Hosts with many tools load them by search: what a person asks must find the right one.

const all = requests.flatMap(([tool, asked]) => asked.map((request) => ({ tool, request })));

test('the right tool is among the first five for nearly every request, and mostly the first', () => {
  const search = searchTools(tools as unknown as Tool[]);
  const found = all.map(({ tool, request }) => ({ tool, request, ranked: search(request, 5) }));
  const missed = found.filter(({ tool, ranked }) => !ranked.includes(tool));
  const first = found.filter(({ tool, ranked }) => ranked[0] === tool);
  const said = missed.map(({ tool, request, ranked }) => `${tool}: ${request} → ${ranked.join(', ')}`).join('\n');
  expect(1 - missed.length / all.length, `recall@5, missed:\n${said}`).toBeGreaterThanOrEqual(0.95);
  expect(first.length / all.length, 'recall@1').toBeGreaterThanOrEqual(0.7);
});

test('the requests are many, and for every tool there are some', () => {
  expect(all.length).toBeGreaterThanOrEqual(150);
  expect(new Set(all.map(({ request }) => request)).size).toBe(all.length);
  const asked = new Set(requests.map(([tool]) => tool));
  const current = operationNames.filter((name) => !toolDefinitions[name].toolsets.includes('v1'));
  expect(current.filter((name) => !asked.has(name))).toEqual([]);
  expect([...asked].filter((name) => !(operationNames as string[]).includes(name))).toEqual([]);
});
