import { Client as ModernClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernStdio } from '@modelcontextprotocol/client/stdio';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as LegacyStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { CLI } from './service.ts';

export interface ToolReply {
  isError?: boolean;
  content: { type: string; text: string }[];
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the tool answered.
  structuredContent?: any;
  _meta?: Record<string, unknown>;
}

/** What the tests need of an MCP client, whichever generation it is. */
export interface TestClient {
  listTools(): Promise<{ tools: { name: string; inputSchema: object; outputSchema?: object; annotations?: object }[] }>;
  call(name: string, args?: Record<string, unknown>): Promise<ToolReply>;
  read(uri: string): Promise<string>;
  listResources(): Promise<string[]>;
  listTemplates(): Promise<string[]>;
  complete(uri: string, name: string, value: string): Promise<string[]>;
  close(): Promise<void>;
}

export interface ConnectOptions {
  env: Record<string, string>;
  /** Answers every question to the person; without it the client cannot be asked. */
  onQuestion?: (message: string) => { action: 'accept' | 'decline'; content?: Record<string, boolean> };
}

const server = (env: Record<string, string>) => ({
  command: process.execPath,
  args: [CLI],
  env: { PATH: process.env.PATH ?? '', ...env },
  stderr: 'ignore' as const,
});
const info = { name: 'kith-test', version: '1' };

export async function connectModern(
  { env, onQuestion }: ConnectOptions,
  mode: 'auto' | { pin: string } = 'auto',
): Promise<TestClient> {
  const client = new ModernClient(info, {
    versionNegotiation: { mode },
    capabilities: onQuestion ? { elicitation: { form: {} } } : {},
  });
  if (onQuestion) client.setRequestHandler('elicitation/create', async ({ params }) => onQuestion(params.message));
  await client.connect(new ModernStdio(server(env)));
  return adapt(client as unknown as AnyClient);
}

export async function connectLegacy({ env, onQuestion }: ConnectOptions): Promise<TestClient> {
  const client = new LegacyClient(info, { capabilities: onQuestion ? { elicitation: {} } : {} });
  if (onQuestion) client.setRequestHandler(ElicitRequestSchema, async ({ params }) => onQuestion(params.message));
  await client.connect(new LegacyStdio(server(env)));
  return adapt(client as unknown as AnyClient);
}

/** The calls that both generations of the client spell alike. */
interface AnyClient {
  listTools(): ReturnType<TestClient['listTools']>;
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<ToolReply>;
  readResource(params: { uri: string }): Promise<{ contents: { text: string }[] }>;
  listResources(): Promise<{ resources: { uri: string }[] }>;
  listResourceTemplates(): Promise<{ resourceTemplates: { uriTemplate: string }[] }>;
  complete(params: object): Promise<{ completion: { values: string[] } }>;
  close(): Promise<void>;
}

const adapt = (client: AnyClient): TestClient => ({
  listTools: () => client.listTools(),
  call: (name, args = {}) => client.callTool({ name, arguments: args }),
  read: async (uri) => (await client.readResource({ uri })).contents[0]!.text,
  listResources: async () => (await client.listResources()).resources.map(({ uri }) => uri),
  listTemplates: async () =>
    (await client.listResourceTemplates()).resourceTemplates.map(({ uriTemplate }) => uriTemplate),
  complete: async (uri, name, value) =>
    (await client.complete({ ref: { type: 'ref/resource', uri }, argument: { name, value } })).completion.values,
  close: () => client.close(),
});
