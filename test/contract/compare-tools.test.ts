import { expect, test } from 'vitest';
import { compareSurfaces, type ToolSurface } from '../../scripts/api/compare-tools.ts';

const surface = (tool: object = {}, input: object = {}): ToolSurface => ({
  tools: {
    note: {
      inputSchema: {
        type: 'object',
        properties: { kind: { type: 'string', enum: ['a', 'b'] }, rows: { type: 'array', items: { type: 'string' } } },
        required: ['kind'],
        ...input,
      },
      annotations: { readOnlyHint: true },
      ...tool,
    },
  },
  prompts: { greet: { arguments: [{ name: 'days' }] } },
});

test.each<[string, ToolSurface, string[]]>([
  ['a removed tool', { ...surface(), tools: {} }, ['tools note is gone']],
  ['a removed argument', surface({}, { properties: { kind: { type: 'string' } } }), ['tools note: rows is gone']],
  ['an argument that must be given', surface({}, { required: ['kind', 'rows'] }), ['tools note: rows is required now']],
  [
    'another type, a choice less, deep inside',
    surface(
      {},
      {
        properties: { kind: { type: 'string', enum: ['b'] }, rows: { type: 'array', items: { type: 'object' } } },
      },
    ),
    ['tools note: kind no longer accepts a', 'tools note: rows[] was string, is object'],
  ],
  ['a hint', surface({ annotations: { readOnlyHint: false } }), ['tools note: readOnlyHint was true, is false']],
  [
    'an argument of a prompt that must be given',
    { ...surface(), prompts: { greet: { arguments: [{ name: 'days', required: true }] } } },
    ['prompts greet: days is required now'],
  ],
  [
    'nothing, where there is only more',
    { ...surface({}, { required: [] }), tools: { ...surface().tools, other: {} } },
    [],
  ],
])('reports a breaking change of the tools: %s', (_name, after, breaking) => {
  expect(compareSurfaces(surface(), after).breaking).toEqual(breaking);
});

test('reports additions to the tools', () => {
  const after = surface(
    {},
    {
      properties: {
        ...(surface().tools!.note!.inputSchema as { properties: object }).properties,
        x: { type: 'string' },
      },
    },
  );
  expect(compareSurfaces(surface(), after)).toEqual({ breaking: [], added: ['tools note: x'] });
});
