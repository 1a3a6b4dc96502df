import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { CLI } from './service.ts';

/** The built binary as a host starts it, through the official client. */
export interface StdioKith {
  client: Client;
  /** Calls a tool; throws when it refuses. */
  call(tool: string, args?: object): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

export async function connectStdio(dataDir: string): Promise<StdioKith> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [CLI],
    env: { KITH_DATA_DIR: dataDir },
    stderr: 'ignore',
  });
  const client = new Client({ name: 'kith-test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(transport);
  return {
    client,
    async call(name, args = {}) {
      const result = await client.callTool({ name, arguments: { ...args } });
      if (result.isError) throw new Error(JSON.stringify(result.content));
      return result.structuredContent as Record<string, unknown>;
    },
    close: () => client.close(),
  };
}
