// Compares the size of each tool in a model's context (o200k tokens) with the committed one and the limits.
//   npm run check:tool-size              writes the report
//   npm run check:tool-size -- --check   fails if a tool or a list grew by more than 5% or exceeds its limit
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { BYTES_PER_TOKEN } from '../src/mcp/observe.ts';
import { catalogueTools } from '../src/mcp/tools/catalogue-tools.ts';
import { everything } from '../src/mcp/tools/enabled-tools.ts';
import { enabledToolsOf } from '../src/mcp/tools/filters.ts';
import { listedTools } from '../src/mcp/tools/handlers.ts';
import type { Tool } from '../src/mcp/tools/list.ts';

const REPORT = 'src/mcp/generated/tokens.json';
const GROWTH = 1.05;
const LIMITS: Record<string, number> = { 'all tools': 20_000, core: 7_000, catalogue: 2_500 };
const TOOL_LIMIT = 750;
/** Number of tools in `core`, with the catalogue tools. */
const CORE_LIMIT = 26;

/** Tools as clients show them to a model: without response schemas, which are for programs. */
const size = (tools: readonly Tool[]): number =>
  countTokens(JSON.stringify(tools.map(({ outputSchema: _, ...shown }) => shown)));
const perTool = (tools: readonly Tool[]) => tools.map((tool): [string, number] => [tool.name, size([tool])]);

const core = await listedTools(enabledToolsOf({ toolsets: ['core'] }, {}));
const report: Record<string, number> = Object.fromEntries([
  ['all tools', size(everything.tools)],
  ['core', size(core)],
  ['catalogue', size(catalogueTools(everything))],
  ...perTool(everything.tools),
]);

if (process.argv.includes('--check')) {
  const committed: Record<string, number> = JSON.parse(readFileSync(REPORT, 'utf8'));
  const faults = Object.entries(report).flatMap(([name, tokens]) => {
    const limit = LIMITS[name] ?? TOOL_LIMIT;
    const before = committed[name];
    if (tokens > limit) return [`${name}: ${tokens} tokens, the limit is ${limit}`];
    if (before !== undefined && tokens > before * GROWTH) return [`${name}: ${tokens} tokens, ${before} before`];
    return [];
  });
  if (core.length > CORE_LIMIT) faults.push(`core has ${core.length} tools, the limit is ${CORE_LIMIT}`);
  const measured = bytesPerToken();
  if (Math.abs(measured / BYTES_PER_TOKEN - 1) > GROWTH - 1)
    faults.push(`replies have ${measured.toFixed(2)} bytes per token, but BYTES_PER_TOKEN is ${BYTES_PER_TOKEN}`);
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  if (faults.length > 0)
    process.stderr.write('Shorten them, or run npm run check:tool-size when the growth is worth it.\n');
  process.exit(faults.length === 0 ? 0 : 1);
}

const width = Math.max(...Object.keys(report).map((name) => name.length));
for (const [name, tokens] of Object.entries(report)) {
  process.stdout.write(`${name.padEnd(width)} ${String(tokens).padStart(6)}\n`);
}
writeFileSync(REPORT, `${JSON.stringify(report, null, 2)}\n`);
process.stdout.write(`bytes per reply token: ${bytesPerToken().toFixed(2)}\n`);

/** For the text of the sample replies, with ids and times as long as real ones. */
function bytesPerToken(): number {
  const folder = 'test/mcp/replies';
  const uuid = (id: string) =>
    createHash('sha256')
      .update(id)
      .digest('hex')
      .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
  const texts = readdirSync(folder).map((file) =>
    JSON.stringify(JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')).reply)
      .replace(/\bid-\d+\b/g, uuid)
      .replaceAll('"time"', '"2026-11-21T08:53:48.123Z"'),
  );
  const total = (measure: (text: string) => number) => texts.reduce((sum, text) => sum + measure(text), 0);
  return total((text) => Buffer.byteLength(text)) / total((text) => countTokens(text));
}
