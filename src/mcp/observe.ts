import type { McpRequestContext, Server } from '@modelcontextprotocol/server';
import { parseResourceUri } from './addresses/resource-uri.ts';
import { CATALOGUE_TOOLS, everything } from './tools/enabled-tools.ts';

/** A request for logs and traces: kith's own names, sizes and times, without user content. */
export interface ObservedCall {
  method: string;
  /** The tool, the prompt, or the kind of resource. */
  name?: string | undefined;
  era: 'legacy' | 'modern';
  transport: 'stdio' | 'http';
  /** W3C trace context of the caller, if any. */
  traceparent?: string | undefined;
}

export interface ObservedOutcome {
  ms: number;
  /** Size of the result; 0 for a protocol error. */
  bytes: number;
  /** Size of the result's text, which is all that the model sees. */
  textBytes: number;
  /** Error code. */
  error?: string | undefined;
}

/** Called when a request starts. Returns a function that is called when it ends. */
export type Observer = (call: ObservedCall) => (outcome: ObservedOutcome) => void;

/** For replies (JSON with ids) in o200k. `npm run check:tool-size -- --check` measures it on the sample replies. */
export const BYTES_PER_TOKEN = 2.8;

const OBSERVED = ['tools/call', 'resources/read', 'prompts/get', 'completion/complete'];

type Handler = (request: { params?: Record<string, unknown> }, context: unknown) => unknown;

/** Calls an observer for every request. Must run before the handlers are set. */
export function observeHandlers(server: Server, observer: Observer, { era, requestInfo }: McpRequestContext): void {
  const set = server.setRequestHandler.bind(server) as (method: string, handler: Handler) => void;
  const observed = (method: string, handler: Handler): Handler => {
    if (!OBSERVED.includes(method)) return handler;
    return async (request, context) => {
      const { params = {} } = request;
      const traceparent = traceparentOf(params) ?? requestInfo?.headers.get('traceparent') ?? undefined;
      const transport = requestInfo ? 'http' : 'stdio';
      const done = observer({ method, name: await nameOf(method, params), era, transport, traceparent });
      const started = performance.now();
      const end = (bytes: number, textBytes: number, error?: string) =>
        done({ ms: performance.now() - started, bytes, textBytes, error });
      try {
        const result = await handler(request, context);
        end(Buffer.byteLength(JSON.stringify(result)), textBytesOf(result), refusalOf(result));
        return result;
      } catch (error) {
        end(0, 0, String((error as { code?: unknown }).code ?? 'fault'));
        throw error;
      }
    };
  };
  server.setRequestHandler = ((method: string, handler: Handler) => set(method, observed(method, handler))) as never;
}

const TOOL_NAMES: readonly string[] = [...CATALOGUE_TOOLS, ...everything.tools.map(({ name }) => name)];

/** The known name of a tool, prompt or resource kind. Undefined for unknown names, because they are user content. */
async function nameOf(method: string, { name, uri }: Record<string, unknown>): Promise<string | undefined> {
  if (method === 'resources/read') return parseResourceUri(String(uri))?.kind;
  if (method === 'tools/call') return TOOL_NAMES.find((tool) => tool === name);
  if (method !== 'prompts/get') return undefined;
  const { prompts } = await import('../../tools/prompts.ts');
  return prompts.find((prompt) => prompt.name === name)?.name;
}

function traceparentOf(params: Record<string, unknown>): string | undefined {
  const { traceparent } = (params._meta ?? {}) as { traceparent?: unknown };
  return typeof traceparent === 'string' ? traceparent : undefined;
}

/** Counts a tool's content, a resource's contents or a prompt's messages. */
function textBytesOf(result: unknown): number {
  const { content, contents, messages } = (result ?? {}) as Record<string, Texts | undefined>;
  const texts = (content ?? contents ?? messages ?? []).map((one) => one.text ?? one.content?.text ?? '');
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}

type Texts = { text?: string; content?: { text?: string } }[];

/** The code in a tool error, which is a result in the protocol. */
function refusalOf(result: unknown): string | undefined {
  const { isError, content } = (result ?? {}) as { isError?: boolean; content?: { text?: string }[] };
  if (!isError) return undefined;
  return /^\{"error":\{"code":"(\w+)"/.exec(content?.[0]?.text ?? '')?.[1] ?? 'refused';
}
