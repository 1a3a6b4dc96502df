import { setTimeout as sleep } from 'node:timers/promises';
import {
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Client } from '../../client/client.ts';
import { once } from '../../shared/once.ts';
import { sanitize } from '../../shared/text/sanitize.ts';
import type { ToolResult } from '../replies/result.ts';
import { CATALOGUE_TOOLS, type EnabledTools, everything, hasCatalogue } from './enabled-tools.ts';
import type { Tool } from './list.ts';
import type { QuestionLog } from './question-log.ts';

export interface ToolHandlerOptions {
  enabled: EnabledTools;
  client(): Promise<Client>;
  /** See `ServerOptions`. */
  webOrigin?: (() => Promise<string | undefined>) | undefined;
  /** The connection's protocol, the caller, and the questions asked so far. */
  asks: { era: 'legacy' | 'modern'; questions: QuestionLog; userId: string };
  /** Whether the client of a request displays views. */
  shows(context: ServerContext): boolean;
  /** Converts anything thrown into an error that is safe to send. */
  shaped(error: unknown): Error;
}

/** Lists the enabled tools and runs them. */
export function addToolHandlers(
  server: Server,
  { enabled, client, webOrigin, shaped, shows, asks }: ToolHandlerOptions,
): void {
  server.setRequestHandler('tools/list', async (_request, context) => {
    const tools = await listedTools(enabled);
    if (!shows(context)) return { tools } as never;
    // The list depends on the client's capabilities, so a shared cache must not store it.
    return { tools: (await import('./list-with-views.ts')).withViews(tools), cacheScope: 'private' } as never;
  });
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const { callTool, callCatalogueTool, personPrompt, confirmQuestion, QuestionPending } = await calling().catch(
      (error) => {
        throw shaped(error);
      },
    );
    const tools = await listedTools(enabled);
    const { name } = params;
    const tool = tools.find((one) => one.name === name);
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, await unknownTool(name, tools, enabled));
    const ask = personPrompt(server, context, asks);
    const { signal } = context.mcpReq;
    const progress = progressOf(context);
    const call = { name, args: params.arguments ?? {}, signal, ask, webOrigin, onProgress: progress?.report };
    try {
      const isCatalogue = (CATALOGUE_TOOLS as readonly string[]).includes(name);
      const result = isCatalogue ? await callCatalogueTool(client, enabled, call) : await callTool(client, call);
      const told = shows(context) ? await viewed(client, name, result) : result;
      await progress?.delivered();
      return server.projectCallToolResult(told as never, tool.outputSchema) as never;
    } catch (error) {
      if (error instanceof QuestionPending)
        return inputRequired({ inputRequests: { confirm: confirmQuestion(error.question) } }) as never;
      throw shaped(error);
    }
  });
}

/** Code for calls, loaded on first use. */
const calling = once(async () => ({
  ...(await import('./call-tool.ts')),
  ...(await import('./call-catalogue.ts')),
  ...(await import('./confirmation.ts')),
  ...(await import('./elicitation.ts')),
}));

async function viewed(client: () => Promise<Client>, name: string, result: ToolResult): Promise<ToolResult> {
  const { hasView } = await import('../views/view.ts');
  if (!hasView(name)) return result;
  const { withViewData } = await import('../views/view-data.ts');
  return withViewData(await client(), name, result);
}

/** The tools in the form that clients get. */
export async function listedTools(enabled: EnabledTools): Promise<readonly Tool[]> {
  if (!hasCatalogue(enabled.catalogue)) return enabled.tools;
  const catalogue = (await import('./catalogue-tools.ts')).catalogueTools(enabled);
  return enabled.catalogue === 'only' ? catalogue : [...enabled.tools, ...catalogue];
}

async function unknownTool(name: string, shown: readonly Tool[], enabled: EnabledTools): Promise<string> {
  const behind = enabled.reachable.find((tool) => tool.name === name);
  if (behind) {
    const through = behind.annotations.readOnlyHint ? 'read_operation' : 'write_operation';
    return `${name} is called through ${through} here: {"operation": "${behind.name}", "arguments": {…}}.`;
  }
  if (everything.tools.some((tool) => tool.name === name))
    return `${name} is not offered here: the filters of this server or of the request leave it out.`;
  const { suggestion } = await import('../../contract/schema/arguments.ts');
  return `Unknown tool: ${sanitize(name).slice(0, 100)}${suggestion(
    name,
    shown.map((tool) => tool.name),
  )}`;
}

/** Pause between the last progress notification and the result. 1.x clients drop a notification that arrives with its result. */
const APART_MS = 10;

interface Progress {
  report(done: number, total: number): void;
  /** Resolves when the result can be sent. */
  delivered(): Promise<void>;
}

/** Sends progress notifications if the client asked for them. */
function progressOf({ mcpReq }: ServerContext): Progress | undefined {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let sent: Promise<void> | undefined;
  return {
    report(progress, total) {
      const params = { progressToken, progress, total, message: `${progress} of ${total} done` };
      // A disconnected client needs no progress.
      sent = mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
    },
    async delivered() {
      if (!sent) return;
      await sent;
      await sleep(APART_MS);
    },
  };
}
