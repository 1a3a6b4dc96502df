import { parseArgs } from 'node:util';
import { KithError } from '../../contract/error.ts';
import { suggestion } from '../../contract/schema/arguments.ts';
import { enabledToolsOf, filterFlags } from '../../mcp/tools/filters.ts';
import { listed } from '../../mcp/tools/handlers.ts';
import { say, sayJson } from '../output/print.ts';

/** `kith tools [NAME] [FILTERS]`: the tools an assistant sees, or one of them whole. */
export async function runTools(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, options: filterFlags, allowPositionals: true });
  const tools = await listed(enabledToolsOf(values));
  const [name, ...more] = positionals;
  if (more.length > 0) throw new KithError('BadRequest', 'Usage: kith tools [NAME] [FILTERS]');
  if (name === undefined) {
    const width = Math.max(...tools.map((tool) => tool.name.length));
    for (const tool of tools) await say(`${tool.name.padEnd(width)}  ${tool.title}\n`);
    return 0;
  }
  const tool = tools.find((known) => known.name === name);
  if (!tool) {
    const names = tools.map((known) => known.name);
    throw new KithError('NotFound', `There is no tool ${name}${suggestion(name, names, '.')}`, {
      hint: 'kith tools lists them.',
    });
  }
  await sayJson(tool);
  return 0;
}
