import { inProcessClient } from '../client/in-process.ts';
import type { Caller } from '../identity/users/caller.ts';
import { createHttpEndpoint, type HttpEndpoint } from '../mcp/http/endpoint.ts';
import { isServedHost, normalizeAllowed } from '../mcp/http/guard.ts';
import {
  type AuthorizationServerInfo,
  challenge,
  insufficientScopeResponse,
  isMetadataPath,
  MCP_PATH,
  resourceMetadataResponse,
} from '../mcp/http/protected-resource.ts';
import type { ChangePublisher } from '../mcp/notifications/notices.ts';
import type { Observer } from '../mcp/observe.ts';
import type { EnabledTools } from '../mcp/tools/enabled-tools.ts';
import { settings as ownSettings, version } from '../process/environment.ts';
import type { Authenticate, Count } from '../service/runtime/request-context.ts';
import type { Service } from '../service/service.ts';
import { logFault } from './composition/log.ts';

export type Answer = (request: Request, address: string | undefined) => Promise<Response>;

export interface McpRoutes {
  /** Returns the response on MCP paths; undefined on others. */
  route(request: Request, address: string | undefined): Promise<Response> | undefined;
  endStreams(): Promise<void>;
  close(): Promise<void>;
}

export interface McpSettings {
  notices: ChangePublisher;
  enabled: EnabledTools;
  observer: Observer | undefined;
  /** The address listened on. */
  host: string;
  /** Whether callers need a key. Only then is there metadata about authentication. */
  keyed: boolean;
  /** Returns the origin of the web app; undefined if there is none. */
  webOrigin(): Promise<string | undefined>;
  /** The authorization server; undefined if there is none. Known after the process listens. */
  place?: () => AuthorizationServerInfo | undefined;
}

/** Routes of the MCP endpoint with this process's settings. `answer` authenticates requests. */
export function mcpRoutes(
  { notices, enabled, observer, host, keyed, webOrigin, place }: McpSettings,
  answer: (endpoint: HttpEndpoint) => Answer,
): McpRoutes {
  const { KITH_ALLOWED_HOSTS, KITH_ALLOWED_ORIGINS: origins, KITH_PUBLIC_URL: url } = ownSettings;
  const hosts =
    url !== undefined && URL.canParse(url) ? [...KITH_ALLOWED_HOSTS, new URL(url).hostname] : KITH_ALLOWED_HOSTS;
  const allowed = normalizeAllowed({ hosts, origins, bound: inUrl(host) });
  const endpoint = createHttpEndpoint({ version, onFault: logFault, observer, notices, enabled, allowed, webOrigin });
  const answered = answer(endpoint);
  return {
    route(request, address) {
      const path = new URL(request.url).pathname.replace(/\/$/, '');
      if (path !== MCP_PATH && !(keyed && isMetadataPath(path))) return undefined;
      if (path !== MCP_PATH && isServedHost(request.headers, allowed)) {
        return Promise.resolve(resourceMetadataResponse(request, place?.()));
      }
      const answer = endpoint.refuse(request) ?? answered(request, address);
      return Promise.resolve(answer).then((response) => endpoint.readable(request, response));
    },
    endStreams: endpoint.endStreams,
    close: endpoint.close,
  };
}

/** Formats a host for a URL. */
export const inUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/** MCP endpoint of a service with users. Requests authenticate with an API key or access token. */
export function mcpForUsers(
  service: Service,
  authenticate: Authenticate,
  settings: Omit<McpSettings, 'keyed'>,
): McpRoutes {
  const { place = () => undefined } = settings;
  return mcpRoutes(
    { ...settings, keyed: true },
    (endpoint) => (request, address) => service.forCaller(request, address, answerTo(request, endpoint), authenticate),
  );

  function answerTo(request: Request, endpoint: HttpEndpoint) {
    return async (caller: Caller | undefined, count: Count): Promise<Response> => {
      const there = place();
      if (!caller) return unauthorized(request, 'Send a kith API key as Authorization: Bearer kith_…', there);
      const client = inProcessClient(
        (...call) => service.call(caller, ...call),
        async () => {},
      );
      const { scopes } = caller;
      return endpoint.fetch(request, {
        userId: caller.user.user_id,
        client: async () => client,
        count,
        async stillAllowed() {
          const met = await authenticate(request);
          return met !== undefined && 'user' in met && met.user.user_id === caller.user.user_id;
        },
        ...(scopes &&
          there && {
            bound: { scopes, refuse: (needed) => insufficientScopeResponse(request, there, needed) },
          }),
      });
    };
  }
}

/** A 401 with a link to the metadata about authentication. */
export function unauthorized(request: Request, hint: string, place?: AuthorizationServerInfo): Response {
  const error = { code: 'Unauthorized', message: 'A valid key is required.', hint };
  return Response.json({ error }, { status: 401, headers: { 'WWW-Authenticate': challenge(request, place) } });
}
