import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { CLI, environment, PROFILES, type Profile } from './program.ts';
import type { Call } from './task.ts';

/** An MCP session with the built kith, for programs. */
export async function connect(
  folder: string,
  profile: Profile = 'all',
): Promise<{ call: Call; close(): Promise<void> }> {
  const client = new Client({ name: 'kith-evals', version: '1' });
  const program = {
    command: process.execPath,
    args: [CLI, ...PROFILES[profile]],
    env: environment(folder),
    stderr: 'ignore' as const,
  };
  await client.connect(new StdioClientTransport(program));
  return {
    async call(name, args = {}) {
      const { isError, content, structuredContent } = await client.callTool({ name, arguments: args });
      if (isError) throw new Error(`${name}: ${JSON.stringify(content)}`);
      return structuredContent;
    },
    close: () => client.close(),
  };
}
