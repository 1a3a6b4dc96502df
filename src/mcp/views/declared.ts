import type { McpRequestContext, Server, ServerContext } from '@modelcontextprotocol/server';
import { isRecord } from '../../shared/records.ts';

/** The extension by which hosts show views beside results: MCP Apps (SEP-1865). */
export const EXTENSION = 'io.modelcontextprotocol/ui';
export const VIEW_TYPE = 'text/html;profile=mcp-app';

/** In what a host says of itself: that it shows views of this type. */
export function declaresViews(capabilities: unknown): boolean {
  const extensions = isRecord(capabilities) ? capabilities.extensions : undefined;
  const own = isRecord(extensions) ? extensions[EXTENSION] : undefined;
  return isRecord(own) && Array.isArray(own.mimeTypes) && own.mimeTypes.includes(VIEW_TYPE);
}

/**
 * Whether the host of a request shows views. Hosts of 2026 say it with each request; older ones once, at `initialize`,
 * and over HTTP their session reminds of it.
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

/** No state is kept for a session: its name tells all there is to know, that its host declared views. */
const SESSION_HEADER = 'mcp-session-id';
const VIEW_SESSION = 'views-';

const isViewSession = (id: string | null | undefined): boolean => id?.startsWith(VIEW_SESSION) ?? false;

/** The headers of the answer to a message: a host that declares views as it initializes gets a session that says so. */
export function sessionHeaders(message: unknown): Record<string, string> {
  if (!isRecord(message) || message.method !== 'initialize' || !isRecord(message.params)) return {};
  return declaresViews(message.params.capabilities) ? { [SESSION_HEADER]: VIEW_SESSION + crypto.randomUUID() } : {};
}
