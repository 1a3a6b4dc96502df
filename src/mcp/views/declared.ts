import type { McpRequestContext, Server, ServerContext } from '@modelcontextprotocol/server';
import { isRecord } from '../../shared/records.ts';

/** Extension for views: MCP Apps (SEP-1865). */
export const EXTENSION = 'io.modelcontextprotocol/ui';
export const VIEW_TYPE = 'text/html;profile=mcp-app';

/** Returns whether client capabilities include views of this type. */
export function declaresViews(capabilities: unknown): boolean {
  const extensions = isRecord(capabilities) ? capabilities.extensions : undefined;
  const own = isRecord(extensions) ? extensions[EXTENSION] : undefined;
  return isRecord(own) && Array.isArray(own.mimeTypes) && own.mimeTypes.includes(VIEW_TYPE);
}

/**
 * Returns whether the client displays views. 2026 clients declare it with each request. Older clients declare it once, in
 * `initialize`; over HTTP, their session header carries it.
 */
export function showsViews(server: Server, connection: McpRequestContext) {
  return ({ mcpReq }: Pick<ServerContext, 'mcpReq'>): boolean => {
    const envelope = mcpReq.envelope as Record<string, unknown> | undefined;
    return (
      declaresViews(envelope?.['io.modelcontextprotocol/clientCapabilities'] ?? server.getClientCapabilities()) ||
      isViewSession(connection.requestInfo?.headers.get(SESSION_HEADER))
    );
  };
}

/** Sessions have no state. The header's value only says that the client displays views. */
const SESSION_HEADER = 'mcp-session-id';
const VIEW_SESSION = 'views-';

const isViewSession = (id: string | null | undefined): boolean => id?.startsWith(VIEW_SESSION) ?? false;

/** Response headers for a message: a client that declares views in `initialize` gets a session header. */
export function sessionHeaders(message: unknown): Record<string, string> {
  if (!isRecord(message) || message.method !== 'initialize' || !isRecord(message.params)) return {};
  return declaresViews(message.params.capabilities) ? { [SESSION_HEADER]: VIEW_SESSION + crypto.randomUUID() } : {};
}
