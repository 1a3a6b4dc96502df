import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { instructionsFor } from '../../src/mcp/server.ts';
import { everything } from '../../src/mcp/tools/enabled-tools.ts';
import { enabledToolsOf, filterOfHeaders, filterOfProcess, narrow } from '../../src/mcp/tools/filters.ts';
import { TOOLSETS } from '../../tools/definition.ts';

const names = (environment: Record<string, string>) => enabledToolsOf({}, environment).tools.map(({ name }) => name);
const all = everything.tools.map(({ name }) => name);
const reads = everything.tools.filter(({ annotations }) => annotations.readOnlyHint).map(({ name }) => name);

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

  test('name tools with hidden arguments and explain how to show all of them', () => {
    const core = enabledToolsOf({ toolsets: ['core'] }, {});
    const whole = enabledToolsOf({ toolsets: ['core'], tools: ['update_contact'] }, {});
    const instructions = [core, everything].map(instructionsFor) as [string, string];
    expect(instructions[0]).toContain('--tools');
    expect(instructions[1]).not.toContain('--tools');
    // Clients cut them there.
    expect(instructions[0].length).toBeLessThan(2_048);
    expect(whole.tools.find(({ name }) => name === 'update_contact')).toBe(
      everything.tools.find(({ name }) => name === 'update_contact'),
    );
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
        if (enabled.catalogue) expect(left.catalogue).toBe(true);
        // Repeated values count once.
        expect(narrow(left, filter)).toEqual(left);
      }),
    );
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
