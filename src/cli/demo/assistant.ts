import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { version } from '../../process/environment.ts';
import { ownProgram } from '../../process/own-program.ts';
import { calls } from './print.ts';

// biome-ignore lint/suspicious/noExplicitAny: the demo reads answers the way a model does, without their types.
type Reply = any;

/** An MCP client that runs kith as Claude Desktop would: the official client and the built binary over stdio. */
export interface Assistant {
  toolNames(): Promise<string[]>;
  /** Calls a tool and shows the call; returns its structured content. */
  call(name: string, args: Record<string, unknown>): Promise<Reply>;
  read(uri: string): Promise<string>;
  complete(typed: string): Promise<string[]>;
  close(): Promise<void>;
}

/** Environment variables that the assistant's process inherits. The recordings set their clock with NODE_OPTIONS. */
const INHERITED = ['PATH', 'XDG_CACHE_HOME', 'NODE_OPTIONS', 'TZ'];

export async function connectAssistant(dataDir: string): Promise<Assistant> {
  const client = new Client({ name: 'kith-demo', version }, { versionNegotiation: { mode: 'auto' } });
  const inherited = INHERITED.flatMap((name) => {
    const value = process.env[name];
    return value ? [[name, value]] : [];
  });
  const env = { ...Object.fromEntries(inherited), KITH_DATA_DIR: dataDir };
  await client.connect(new StdioClientTransport({ ...ownProgram(), env, stderr: 'ignore' }));
  return {
    toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
    async call(name, args) {
      calls(name, args);
      const result = await client.callTool({ name, arguments: args });
      if (result.isError) throw new Error(`${name}: ${JSON.stringify(result.content)}`);
      return result.structuredContent;
    },
    async read(uri) {
      const [content] = (await client.readResource({ uri })).contents;
      return (content as { text: string }).text;
    },
    async complete(typed) {
      const ref = { type: 'ref/resource' as const, uri: 'kith://contacts/{contact}' };
      return (await client.complete({ ref, argument: { name: 'contact', value: typed } })).completion.values;
    },
    close: () => client.close(),
  };
}
