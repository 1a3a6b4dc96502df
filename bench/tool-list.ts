import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { initialize, startJsonRpc } from '../test/support/json-rpc.ts';
import { short, table } from './figures.ts';
import type { Target } from './targets.ts';

interface Size {
  bytes: number;
  tokens: number;
}

export interface ToolListFigures {
  name: string;
  tools: number;
  total: Size;
  largest: ({ tool: string } & Size)[];
}

/** How much of a model's context the tools take, as the JSON a host gets (o200k tokens). */
export async function measureToolList({ name, command, env }: Target): Promise<ToolListFigures> {
  const server = startJsonRpc(command, env);
  await initialize(server);
  const { tools } = (await server.request('tools/list')) as { tools: { name: string }[] };
  server.child.kill('SIGTERM');
  await server.exited;
  const each = tools.map((tool) => ({ tool: tool.name, ...sizeOf(tool) }));
  each.sort((a, b) => b.bytes - a.bytes);
  return { name, tools: tools.length, total: sizeOf(tools), largest: each.slice(0, 10) };
}

function sizeOf(value: unknown): Size {
  const text = JSON.stringify(value);
  return { bytes: Buffer.byteLength(text), tokens: countTokens(text) };
}

export function toolListTable(figures: ToolListFigures[]): string {
  const summary = figures.map(({ name, tools, total }) => [
    name,
    String(tools),
    short(total.bytes),
    short(total.tokens),
    short(total.bytes / tools),
    short(total.tokens / tools),
  ]);
  const largest = figures[0]!.largest.map(({ tool, bytes, tokens }) => [tool, short(bytes), short(tokens)]);
  return [
    table('Size of tools/list', ['', 'tools', 'bytes', 'tokens', 'bytes a tool', 'tokens a tool'], summary),
    table('The ten largest tools', ['', 'bytes', 'tokens'], largest),
  ].join('\n');
}
