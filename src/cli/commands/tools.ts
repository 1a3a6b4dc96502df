import { suggestion } from '../../contract/schema/arguments.ts';
import { enabledToolsOf } from '../../mcp/tools/filters.ts';
import { listedTools } from '../../mcp/tools/handlers.ts';
import { say } from '../../process/print.ts';
import { KithError } from '../../shared/error.ts';
import { largest } from '../../shared/lists.ts';
import { answerJson, type JsonOption } from '../input/arguments.ts';
import { type FilterOptions, filterFlagsOf } from '../input/filters.ts';

/** `kith tools [NAME] [FILTERS]`: lists the tools that an assistant sees, or shows one in full. */
export async function runTools(name: string | undefined, { json, ...options }: FilterOptions & JsonOption) {
  const tools = await listedTools(enabledToolsOf(filterFlagsOf(options)));
  if (name === undefined && json) return answerJson(tools);
  if (name === undefined) {
    const width = largest(tools.map((tool) => tool.name.length));
    for (const tool of tools) await say(`${tool.name.padEnd(width)}  ${tool.title}\n`);
    return 0;
  }
  const tool = tools.find((known) => known.name === name);
  if (!tool) {
    const names = tools.map((known) => known.name);
    throw new KithError('NotFound', `There is no tool "${name}"${suggestion(name, names, '.')}`, {
      hint: 'List them with kith tools.',
    });
  }
  return answerJson(tool);
}
