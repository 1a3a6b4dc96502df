import { suggestion } from '../catalogue/arguments.ts';
import { KithError } from '../catalogue/error.ts';
import generated from '../mcp/generated/tools.json' with { type: 'json' };
import type { Tool } from '../mcp/tool-list.ts';

const toolList = generated as unknown as Tool[];

/** `kith tools [NAME]`: the tools an assistant sees, or one of them whole. */
export async function runTools([name]: string[]): Promise<number> {
  if (name === undefined) {
    const width = Math.max(...toolList.map((tool) => tool.name.length));
    for (const tool of toolList) process.stdout.write(`${tool.name.padEnd(width)}  ${tool.title}\n`);
    return 0;
  }
  const tool = toolList.find((known) => known.name === name);
  if (!tool) {
    const names = toolList.map((known) => known.name);
    throw new KithError('NotFound', `There is no tool ${name}${suggestion(name, names)}.`, {
      hint: 'kith tools lists them.',
    });
  }
  process.stdout.write(`${JSON.stringify(tool, null, 2)}\n`);
  return 0;
}
