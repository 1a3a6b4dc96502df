import { Client as ModernClient, StreamableHTTPClientTransport as ModernHttp } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernStdio } from '@modelcontextprotocol/client/stdio';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as LegacyStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as LegacyHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  ElicitRequestSchema,
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { afterAll } from 'vitest';
import { CLI, temporaryFolder } from './service.ts';

export interface ToolReply {
  isError?: boolean;
  content: { type: string; text: string }[];
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the tool answered.
  structuredContent?: any;
  _meta?: Record<string, unknown>;
}

interface Completed {
  values: string[];
  hasMore?: boolean;
}

/** The tests' interface to an MCP client of any generation. */
export interface TestClient {
  listTools(): Promise<{
    tools: {
      name: string;
      inputSchema: object;
      outputSchema?: object;
      annotations?: object;
      _meta?: Record<string, unknown>;
    }[];
  }>;
  call(name: string, args?: Record<string, unknown>): Promise<ToolReply>;
  read(uri: string): Promise<string>;
  /** A resource that is not text. */
  readBytes(uri: string): Promise<{ mimeType: string; bytes: Buffer }>;
  listResources(): Promise<string[]>;
  listTemplates(): Promise<string[]>;
  complete(uri: string, name: string, value: string): Promise<string[]>;
  /** The same, with whether there are more. */
  completion(uri: string, name: string, value: string): Promise<Completed>;
  completePrompt(prompt: string, name: string, value: string): Promise<string[]>;
  listPrompts(): Promise<{ name: string; arguments?: { name: string; required?: boolean }[] }[]>;
  prompt(name: string, args?: Record<string, string>): Promise<string>;
  /** Subscribes to changes of these URIs, and of the resource list. `closed` resolves with how it ended. */
  watch(uris: string[]): Promise<{ closed?: Promise<string>; unwatch?: (uri: string) => Promise<void> }>;
  /** The server's instructions. */
  instructions(): string;
  close(): Promise<void>;
}

export type ConnectOptions = (
  | { env: Record<string, string>; args?: string[] }
  | { url: string; headers?: Record<string, string> | undefined }
) & {
  /** Answers every question to the person. Without it, the client cannot be asked. */
  onQuestion?: (message: string) => { action: 'accept' | 'decline' | 'cancel'; content?: Record<string, boolean> };
  /** Receives `list` when resources are added or removed, and the URI of one that changed. */
  onNotice?: (notice: string) => void;
  /** The client shows views. */
  views?: boolean;
};

const VIEWS = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } };

const info = { name: 'kith-test', version: '1' };

/** The SDKs' default timeout is a minute. A busy computer may need longer, and vitest ends whatever hangs. */
export const WITHOUT_DEADLINE = { timeout: 2 ** 31 - 1 };

const command = (env: Record<string, string>, args: string[] = []) => ({
  command: process.execPath,
  args: [CLI, ...args],
  env: { PATH: process.env.PATH ?? '', ...env },
  stderr: 'ignore' as const,
});

export async function connectModern(
  options: ConnectOptions,
  mode: 'auto' | 'legacy' | { pin: string } = 'auto',
): Promise<TestClient> {
  const { onQuestion, onNotice } = options;
  const client = new ModernClient(info, {
    versionNegotiation: { mode },
    capabilities: { ...(onQuestion && { elicitation: { form: {} } }), ...(options.views && VIEWS) },
  });
  if (onQuestion) client.setRequestHandler('elicitation/create', async ({ params }) => onQuestion(params.message));
  client.setNotificationHandler('notifications/resources/list_changed', () => onNotice?.('list'));
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => onNotice?.(params.uri));
  await client.connect(
    'env' in options
      ? new ModernStdio(command(options.env, options.args))
      : new ModernHttp(new URL(options.url), { requestInit: { headers: options.headers ?? {} } }),
    WITHOUT_DEADLINE,
  );
  return {
    ...adapt(client as unknown as AnyClient, (call) => client.callTool(call, WITHOUT_DEADLINE) as Promise<ToolReply>),
    async watch(resourceSubscriptions) {
      const { closed } = await client.listen({ resourcesListChanged: true, resourceSubscriptions });
      return { closed };
    },
  };
}

export async function connectLegacy(options: ConnectOptions): Promise<TestClient> {
  const { onQuestion, onNotice } = options;
  const client = new LegacyClient(info, {
    capabilities: { ...(onQuestion && { elicitation: {} }), ...(options.views && (VIEWS as object)) },
  });
  if (onQuestion) client.setRequestHandler(ElicitRequestSchema, async ({ params }) => onQuestion(params.message));
  client.setNotificationHandler(ResourceListChangedNotificationSchema, () => onNotice?.('list'));
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => onNotice?.(params.uri));
  await client.connect(
    'env' in options
      ? new LegacyStdio(command(options.env, options.args))
      : // Its types are written without exact optional properties.
        (new LegacyHttp(new URL(options.url), { requestInit: { headers: options.headers ?? {} } }) as never),
    WITHOUT_DEADLINE,
  );
  return {
    ...adapt(
      client as unknown as AnyClient,
      (call) => client.callTool(call, undefined, WITHOUT_DEADLINE) as Promise<ToolReply>,
    ),
    async watch(uris) {
      for (const uri of uris) await client.subscribeResource({ uri }, WITHOUT_DEADLINE);
      return { unwatch: async (uri) => void (await client.unsubscribeResource({ uri }, WITHOUT_DEADLINE)) };
    },
  };
}

/** Calls with the same form in both client generations. */
interface AnyClient {
  listTools(params: undefined, options: object): ReturnType<TestClient['listTools']>;
  readResource(
    params: { uri: string },
    options: object,
  ): Promise<{ contents: { text: string; mimeType: string; blob: string }[] }>;
  listResources(params: undefined, options: object): Promise<{ resources: { uri: string }[] }>;
  listResourceTemplates(params: undefined, options: object): Promise<{ resourceTemplates: { uriTemplate: string }[] }>;
  complete(params: object, options: object): Promise<{ completion: Completed }>;
  listPrompts(params: undefined, options: object): Promise<{ prompts: Awaited<ReturnType<TestClient['listPrompts']>> }>;
  getPrompt(params: object, options: object): Promise<{ messages: { content: { text: string } }[] }>;
  getInstructions(): string | undefined;
  close(): Promise<void>;
}

type CallTool = (call: { name: string; arguments: Record<string, unknown> }) => Promise<ToolReply>;

function adapt(client: AnyClient, callTool: CallTool): Omit<TestClient, 'watch'> {
  const read = async (uri: string) => (await client.readResource({ uri }, WITHOUT_DEADLINE)).contents[0]!;
  const complete = async (ref: object, name: string, value: string) =>
    (await client.complete({ ref, argument: { name, value } }, WITHOUT_DEADLINE)).completion;
  return {
    listTools: () => client.listTools(undefined, WITHOUT_DEADLINE),
    call: (name, args = {}) => callTool({ name, arguments: args }),
    read: async (uri) => (await read(uri)).text,
    readBytes: async (uri) => {
      const { mimeType, blob } = await read(uri);
      return { mimeType, bytes: Buffer.from(blob, 'base64') };
    },
    listResources: async () =>
      (await client.listResources(undefined, WITHOUT_DEADLINE)).resources.map(({ uri }) => uri),
    listTemplates: async () =>
      (await client.listResourceTemplates(undefined, WITHOUT_DEADLINE)).resourceTemplates.map(
        ({ uriTemplate }) => uriTemplate,
      ),
    complete: async (uri, name, value) => (await complete({ type: 'ref/resource', uri }, name, value)).values,
    completion: (uri, name, value) => complete({ type: 'ref/resource', uri }, name, value),
    completePrompt: async (prompt, name, value) =>
      (await complete({ type: 'ref/prompt', name: prompt }, name, value)).values,
    listPrompts: async () => (await client.listPrompts(undefined, WITHOUT_DEADLINE)).prompts,
    prompt: async (name, args = {}) =>
      (await client.getPrompt({ name, arguments: args }, WITHOUT_DEADLINE)).messages[0]!.content.text,
    instructions: () => client.getInstructions() ?? '',
    close: () => client.close(),
  };
}

/**
 * Two clients on one data folder for a test file: one that cannot be asked, and one that gives this answer to every
 * question.
 */
export async function askedAndUnasked(answer: ReturnType<NonNullable<ConnectOptions['onQuestion']>>): Promise<{
  silent: TestClient;
  asking: TestClient;
  questions: string[];
}> {
  const folder = temporaryFolder();
  const env = { KITH_DATA_DIR: folder.path };
  const questions: string[] = [];
  const silent = await connectModern({ env });
  const asking = await connectModern({
    env,
    onQuestion(message) {
      questions.push(message);
      return answer;
    },
  });
  afterAll(async () => {
    await Promise.all([silent.close(), asking.close()]);
    folder.remove();
  });
  return { silent, asking, questions };
}
