import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { initialize, startJsonRpc } from '../../test/support/json-rpc.ts';
import type { Target } from '../targets.ts';

/** Counts a server's tools, and the tokens (o200k) of their JSON in a model's context. */
export async function measureToolList({ command, env }: Target): Promise<{ tools: number; tokens: number }> {
  const server = startJsonRpc(command, env);
  await initialize(server);
  const { tools } = (await server.request('tools/list')) as { tools: object[] };
  server.child.kill('SIGTERM');
  await server.exited;
  return { tools: tools.length, tokens: countTokens(JSON.stringify(tools)) };
}
