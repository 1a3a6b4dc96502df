// Checks the texts of the built server's tools, and compares its tools with the last accepted ones.
//   npm run check:tools               prints figures and differences; fails for a faulty text, or if a client may break
//   npm run check:tools -- --accept   accepts the current tools
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogueTools } from '../src/mcp/tools/catalogue-tools.ts';
import { everything } from '../src/mcp/tools/enabled-tools.ts';
import { initialize, startJsonRpc } from '../test/support/json-rpc.ts';
import { compareSurfaces, type ToolSurface } from './api/compare-tools.ts';
import { type ListedTool, lintTools } from './api/lint-tools.ts';

const ACCEPTED = 'api/tools.json';

/** Each list in the protocol, and the key of its entries. */
const LISTS: [method: string, list: string, name: string][] = [
  ['tools/list', 'tools', 'name'],
  ['resources/list', 'resources', 'uri'],
  ['resources/templates/list', 'resourceTemplates', 'uriTemplate'],
  ['prompts/list', 'prompts', 'name'],
];

const lists = await readLists();
const now = surfaceOf(lists);
if (process.argv.includes('--accept')) {
  writeFileSync(ACCEPTED, `${JSON.stringify(now, null, 1)}\n`);
  process.exit(0);
}
const { figures, faults } = lintTools([...(lists[0] as unknown as ListedTool[]), ...catalogueTools(everything)]);
const width = Math.max(...figures.map(([name]) => name.length));
for (const [name, value] of figures) process.stdout.write(`${name.padEnd(width)}  ${value}\n`);
for (const fault of faults) process.stderr.write(`text: ${fault}\n`);
const { breaking, added } = compareSurfaces(JSON.parse(readFileSync(ACCEPTED, 'utf8')), now);
for (const one of added) process.stdout.write(`new: ${one}\n`);
for (const one of breaking) process.stderr.write(`breaking: ${one}\n`);
if (breaking.length > 0)
  process.stderr.write('Keep the old name or form, or run again with --accept for a new major version.\n');
process.exit(breaking.length + faults.length === 0 ? 0 : 1);

type Entry = Record<string, unknown>;

/** The server's lists in the order of LISTS. */
async function readLists(): Promise<Entry[][]> {
  const folder = mkdtempSync(join(tmpdir(), 'kith-surface-'));
  const server = startJsonRpc([process.execPath, 'dist/cli.js'], { KITH_DATA_DIR: folder });
  try {
    await initialize(server);
    const replies = await Promise.all(LISTS.map(([method]) => server.request(method)));
    return LISTS.map(([, list], index) => replies[index]![list] as Entry[]);
  } finally {
    server.child.kill('SIGTERM');
    await server.exited;
    rmSync(folder, { recursive: true, force: true });
  }
}

function surfaceOf(lists: Entry[][]): ToolSurface {
  const surfaces = LISTS.map(([, list, name], index) => {
    const entries = lists[index]!.map((entry) => [entry[name], withoutTexts(entry)]);
    return [list, Object.fromEntries(entries)];
  });
  return Object.fromEntries(surfaces);
}

/** Titles and descriptions may change freely. A property may have such a name too, so only strings are omitted. */
function withoutTexts(value: unknown): Record<string, unknown> {
  const text = (name: string, inner: unknown) => ['title', 'description'].includes(name) && typeof inner === 'string';
  const strip = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(strip);
    if (typeof one !== 'object' || one === null) return one;
    const kept = Object.entries(one).filter(([name, inner]) => !text(name, inner));
    return Object.fromEntries(kept.map(([name, inner]) => [name, strip(inner)]));
  };
  return strip(value) as Record<string, unknown>;
}
