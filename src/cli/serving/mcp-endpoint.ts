import { inProcess } from '../../client/in-process.ts';
import { createHttpEndpoint, type HttpEndpoint } from '../../mcp/http/endpoint.ts';
import { allowedBy } from '../../mcp/http/guard.ts';
import { challenge, isMetadataPath, MCP_PATH, metadataResponse } from '../../mcp/http/protected-resource.ts';
import type { Notices } from '../../mcp/notifications/notices.ts';
import type { Observer } from '../../mcp/observe.ts';
import type { EnabledTools } from '../../mcp/tools/enabled-tools.ts';
import type { Service } from '../../service/service.ts';
import type { authenticateByKey } from '../../service/users/api-keys.ts';
import { settings as ownSettings, version } from '../environment.ts';
import { logFault } from '../output/log.ts';

export type Answer = (request: Request, address: string | undefined) => Promise<Response>;

export interface McpRoutes {
  /** The answer on the paths that belong to MCP; undefined on every other. */
  route(request: Request, address: string | undefined): Promise<Response> | undefined;
  endStreams(): Promise<void>;
  close(): Promise<void>;
}

export interface McpSettings {
  notices: Notices;
  enabled: EnabledTools;
  observer: Observer | undefined;
  /** The address listened on. */
  host: string;
  /** Whether callers need a key; only then is there metadata that says how to bring one. */
  keyed: boolean;
}

/** The MCP endpoint with the settings of this process; `answer` finds out who sent a request. */
export function mcpRoutes(
  { notices, enabled, observer, host, keyed }: McpSettings,
  answer: (endpoint: HttpEndpoint) => Answer,
): McpRoutes {
  const { KITH_ALLOWED_HOSTS: hosts, KITH_ALLOWED_ORIGINS: origins } = ownSettings;
  const allowed = allowedBy({ hosts, origins, bound: inUrl(host) });
  const endpoint = createHttpEndpoint({ version, onFault: logFault, observer, notices, enabled, allowed });
  const answered = answer(endpoint);
  return {
    route(request, address) {
      const path = new URL(request.url).pathname.replace(/\/$/, '');
      if (path !== MCP_PATH && !(keyed && isMetadataPath(path))) return undefined;
      const refused = endpoint.refuse(request);
      if (refused) return Promise.resolve(refused);
      return path === MCP_PATH ? answered(request, address) : Promise.resolve(metadataResponse(request));
    },
    endStreams: endpoint.endStreams,
    close: endpoint.close,
  };
}

/** An address from the command line, as a URL spells it. */
export const inUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/** MCP beside the REST service: the key of a request says who calls. */
export function mcpForUsers(
  service: Service,
  authenticate: ReturnType<typeof authenticateByKey>,
  settings: Omit<McpSettings, 'keyed'>,
): McpRoutes {
  return mcpRoutes(
    { ...settings, keyed: true },
    (endpoint) => (request, address) =>
      service.forCaller(request, address, async (caller, count) => {
        if (!caller) return unauthorized(request, 'Send a kith API key as Authorization: Bearer kith_…');
        const client = inProcess(
          (...call) => service.call(caller, ...call),
          async () => {},
        );
        return endpoint.fetch(request, {
          userId: caller.user.user_id,
          client: async () => client,
          count,
          async stillAllowed() {
            const met = await authenticate(request);
            return met !== undefined && 'user' in met && met.user.user_id === caller.user.user_id;
          },
        });
      }),
  );
}

/** A 401 that says where to find out how to bring a key. */
export function unauthorized(request: Request, hint: string): Response {
  const error = { code: 'Unauthorized', message: 'A valid key is required.', hint };
  return Response.json({ error }, { status: 401, headers: { 'WWW-Authenticate': challenge(request) } });
}
