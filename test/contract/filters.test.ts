import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { instructionsFor } from '../../src/mcp/server.ts';
import { type CatalogueMode, everything } from '../../src/mcp/tools/enabled-tools.ts';
import { enabledToolsOf, filterOfHeaders, filterOfProcess, narrow } from '../../src/mcp/tools/filters.ts';
import { TOOLSETS } from '../../tools/definition.ts';

const names = (environment: Record<string, string>) => enabledToolsOf({}, environment).tools.map(({ name }) => name);
const all = everything.tools.map(({ name }) => name);
const reads = everything.tools.filter(({ annotations }) => annotations.readOnlyHint).map(({ name }) => name);

/** Number of tools in `core`, without the catalogue tools. */
const CORE = 23;
const views = ['list_views', 'create_view', 'get_view', 'update_view', 'delete_view'];

describe('enabled tools', () => {
  test.each<[string, Record<string, string>, (offered: string[]) => void]>([
    ['everything, when nothing is set', { KITH_TOOLSETS: '' }, (offered) => expect(offered).toEqual(all)],
    ['a toolset', { KITH_TOOLSETS: 'notes' }, (offered) => expect(offered).toContain('search_notes')],
    ['tools alone', { KITH_TOOLS: 'get_note, create_note' }, (of) => expect(of).toEqual(['create_note', 'get_note'])],
    [
      'a toolset and a tool, without an excluded one',
      { KITH_TOOLSETS: 'views', KITH_TOOLS: 'get_note,get_view', KITH_EXCLUDE_TOOLS: 'get_view,create_view' },
      (offered) => expect(offered.sort()).toEqual(['delete_view', 'get_note', 'list_views', 'update_view']),
    ],
    [
      'only reads, whatever was named',
      { KITH_READ_ONLY: 'true', KITH_TOOLS: 'create_note,get_note' },
      (offered) => expect(offered).toEqual(['get_note']),
    ],
    ['all reads', { KITH_READ_ONLY: '1' }, (offered) => expect(offered).toEqual(reads)],
  ])('%s', (_name, environment, check) => check(names(environment)));

  test('prefer a flag to the environment', () => {
    const { toolsets } = filterOfProcess({ toolsets: ['tags', 'views'] }, { KITH_TOOLSETS: 'notes' });
    expect(toolsets).toEqual(['tags', 'views']);
  });

  test('show a rare argument with its own toolset, but not with core alone', () => {
    const shown = (toolsets: string) =>
      Object.keys(
        enabledToolsOf({ toolsets: [toolsets] }, {}).tools.find(({ name }) => name === 'update_contact')!.inputSchema
          .properties as object,
      );
    expect(shown('core')).toEqual(expect.arrayContaining(['contactId', 'company', 'dry_run', 'idempotency_key']));
    expect(shown('core')).not.toContain('tiktok');
    expect(shown('core,contacts')).toContain('tiktok');
  });

  test('explain how to reach hidden arguments', () => {
    const core = enabledToolsOf({ toolsets: ['core'] }, {});
    const alone = enabledToolsOf({ toolsets: ['core'], catalogue: false }, {});
    const whole = enabledToolsOf({ toolsets: ['core'], tools: ['update_contact'] }, {});
    const instructions = [core, alone, everything].map(instructionsFor) as [string, string, string];
    expect(instructions.map((text) => text.includes('search_operations'))).toEqual([true, false, false]);
    expect(instructions.map((text) => text.includes('--tools'))).toEqual([false, true, false]);
    // Clients cut them there.
    for (const text of instructions) expect(text.length).toBeLessThan(2_048);
    expect(whole.tools.find(({ name }) => name === 'update_contact')).toBe(
      everything.tools.find(({ name }) => name === 'update_contact'),
    );
  });

  test.each<[Record<string, string>, CatalogueMode, listed: number, reachable: number]>([
    [{}, 'no', all.length, all.length],
    [{ KITH_TOOLSETS: 'all' }, 'no', all.length, all.length],
    [{ KITH_TOOLSETS: 'core' }, 'beside', CORE, all.length],
    [{ KITH_TOOLSETS: 'core', KITH_TOOLS: 'get_note' }, 'beside', CORE + 1, all.length],
    [{ KITH_TOOLSETS: 'core', KITH_EXCLUDE_TOOLS: 'merge_groups,search' }, 'beside', CORE - 1, all.length - 2],
    [{ KITH_TOOLSETS: 'core', KITH_CATALOGUE: 'false' }, 'never', CORE, CORE],
    [{ KITH_TOOLSETS: 'core', KITH_CATALOGUE: '1' }, 'only', CORE, all.length],
    [{ KITH_TOOLSETS: 'tags', KITH_CATALOGUE: '1' }, 'only', 7, 7],
    [{ KITH_TOOLSETS: 'tags' }, 'no', 7, 7],
  ])('%j: catalogue %s, %i tools, %i operations', (environment, catalogue, listed, reachable) => {
    const enabled = enabledToolsOf({}, environment);
    expect([enabled.catalogue, enabled.tools.length, enabled.reachable.length]).toEqual([catalogue, listed, reachable]);
  });

  test('reach every argument through the catalogue in core', () => {
    const { tools, reachable } = enabledToolsOf({ toolsets: ['core'] }, {});
    expect(tools).not.toContain(everything.tools.find(({ name }) => name === 'update_contact'));
    expect(reachable).toEqual(everything.tools);
  });

  test.each([
    ['KITH_TOOLSETS', 'contact', 'did you mean contacts?'],
    ['KITH_TOOLS', 'get_contct', 'did you mean get_contact?'],
    ['KITH_EXCLUDE_TOOLS', 'constructor', 'there is no tool constructor.'],
    ['KITH_READ_ONLY', 'maybe', 'must be true or false'],
    ['KITH_CATALOGUE', '2', 'must be true or false'],
  ])('reject %s=%s and explain the fix', (name, value, said) => {
    expect(() => enabledToolsOf({}, { [name]: value })).toThrow(expect.objectContaining({ status: 400 }));
    expect(() => enabledToolsOf({}, { [name]: value })).toThrow(said);
  });
});

describe('headers', () => {
  const some = <T extends string>(of: readonly T[]) =>
    fc.subarray([...of], { maxLength: 6 }).map((list) => list.join(','));
  const settings = fc.record(
    {
      toolsets: some(TOOLSETS),
      tools: some(all),
      'exclude-tools': some(all),
      'read-only': fc.constantFrom('true', 'false'),
      catalogue: fc.constantFrom('1', '0'),
    },
    { requiredKeys: [] },
  );

  test('can only narrow the tools of the process', () => {
    fc.assert(
      fc.property(settings, settings, (process, request) => {
        const variables = Object.entries(process).map(([name, value]) => [
          `KITH_${name.replace('-', '_').toUpperCase()}`,
          value,
        ]);
        const enabled = enabledToolsOf({}, Object.fromEntries(variables));
        const headers = new Headers(Object.entries(request).map(([name, value]) => [`X-Kith-${name}`, value]));
        const filter = filterOfHeaders(headers);
        if (!filter) return;
        const left = narrow(enabled, filter);
        for (const tool of left.tools) {
          const before = enabled.tools.find(({ name }) => name === tool.name)!;
          expect(Object.keys(before.inputSchema.properties as object)).toEqual(
            expect.arrayContaining(Object.keys(tool.inputSchema.properties as object)),
          );
        }
        if (enabled.catalogue === 'only') expect(left.catalogue).toBe('only');
        for (const tool of left.reachable) expect(enabled.reachable.map(({ name }) => name)).toContain(tool.name);
        // Repeated values count once.
        expect(narrow(left, filter)).toEqual(left);
      }),
    );
  });

  test.each<[Record<string, string>, Record<string, string>, CatalogueMode, reachable: string[]]>([
    // A request cannot reach what the process leaves out.
    [{ KITH_TOOLSETS: 'views' }, { 'X-Kith-Toolsets': 'core' }, 'beside', views],
    [{ KITH_TOOLSETS: 'core' }, { 'X-Kith-Toolsets': 'views' }, 'beside', views],
    [{ KITH_TOOLSETS: 'core' }, { 'X-Kith-Tools': 'search' }, 'no', ['search']],
    [{ KITH_TOOLSETS: 'core' }, { 'X-Kith-Tools': 'get_view' }, 'beside', ['get_view']],
    [{ KITH_CATALOGUE: '1' }, { 'X-Kith-Catalogue': 'false', 'X-Kith-Toolsets': 'views' }, 'only', views],
    [{ KITH_CATALOGUE: 'false', KITH_TOOLSETS: 'views' }, { 'X-Kith-Catalogue': 'true' }, 'never', views],
  ])('%j with %j: catalogue %s, reaching %j', (environment, headers, catalogue, reachable) => {
    const left = narrow(enabledToolsOf({}, environment), filterOfHeaders(new Headers(headers))!);
    expect([left.catalogue, left.reachable.map(({ name }) => name)]).toEqual([catalogue, reachable]);
  });

  test('report an unknown name as a 400 under their own name', () => {
    const bad = () => filterOfHeaders(new Headers({ 'x-kith-tools': 'get_notes' }));
    expect(bad).toThrow(
      expect.objectContaining({ status: 400, message: expect.stringMatching(/^X-Kith-Tools: .*get_note\?$/) }),
    );
    const misspelled = () => filterOfHeaders(new Headers({ 'x-kith-readonly': '1' }));
    expect(misspelled).toThrow(
      expect.objectContaining({ status: 400, message: expect.stringContaining('X-Kith-Read-Only?') }),
    );
    expect(filterOfHeaders(new Headers())).toBeUndefined();
  });
});
