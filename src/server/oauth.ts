import { randomUUID } from 'node:crypto';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { bodyBytes } from '../contract/schema/body-bytes.ts';
import { type AuthorizationServer, makeAuthorizationServer } from '../identity/oauth/authorization-server.ts';
import type { AuthorizationSettings } from '../identity/oauth/configuration.ts';
import { metadataResponse } from '../identity/oauth/metadata.ts';
import { ENDPOINTS, isForPrograms } from '../identity/oauth/requests.ts';
import type { Secret } from '../identity/secrets/secret.ts';
import { authenticateByToken } from '../identity/users/access-tokens.ts';
import { type AuthorizationServerInfo, MCP_PATH } from '../mcp/http/protected-resource.ts';
import { settings } from '../process/environment.ts';
import type { Authenticate } from '../service/runtime/request-context.ts';
import type { Service } from '../service/service.ts';
import { openToPages } from '../shared/http/public-document.ts';
import type { Store } from '../store/store.ts';
import { logFault } from './composition/log.ts';
import type { Wire } from './listen.ts';

/** Maximum size of a request to the authorization server. Anybody can send one, and it is stored. */
const MOST_BYTES = 16 * 1024;

/** A registration counts as this many requests, because it stores a row for a day. */
const REGISTRATION_COUNTS = 10;

/** The authorization server at the public address of this process. */
export interface OAuth {
  place: AuthorizationServerInfo;
  server: AuthorizationServer;
  /** Authenticates a request with an access token. */
  authenticate: Authenticate;
  /** Returns the response on the authorization server's paths; undefined on others. */
  route(request: Request, address: string | undefined, wire: Wire): Promise<Response> | undefined;
}

/** Creates the authorization server. `origin` comes from `publicOrigin`. */
export function oauthAt(
  origin: string,
  { store, secret, service }: { store: Store; secret: Secret; service: Service },
  errorPage: AuthorizationSettings['errorPage'],
): OAuth {
  const resource = origin + MCP_PATH;
  const { KITH_PRIVATE_HOSTS: privateHosts, KITH_CLIENT_DOCUMENTS: clientDocuments } = settings;
  const onFault = (error: unknown) => logFault(randomUUID(), error);
  const documents = { clientDocuments, privateHosts };
  const server = makeAuthorizationServer({ store, secret, issuer: origin, resource, ...documents, errorPage, onFault });
  return {
    place: { issuer: origin, isFixed: settings.KITH_PUBLIC_URL !== undefined },
    server,
    authenticate: authenticateByToken(store, secret, resource),
    route(request, address, wire) {
      const metadata = metadataResponse(request, origin, resource, clientDocuments);
      if (metadata) return Promise.resolve(metadata);
      const { pathname, search } = new URL(request.url);
      const methods = server.methodsOf(pathname);
      if (!methods) return undefined;
      const answer = async (): Promise<Response> => {
        if (!methods.includes(request.method)) return wrongMethod(request, methods);
        const body = search.length > MOST_BYTES ? undefined : await bodyBytes(request, MOST_BYTES);
        if (!body) return tooLarge(request);
        await server.answer(wire, Buffer.from(body));
        return RESPONSE_ALREADY_SENT;
      };
      const requests = pathname === ENDPOINTS.registration ? REGISTRATION_COUNTS : 1;
      return service.counted(address, answer, { requests });
    },
  };
}

const wrongMethod = (request: Request, methods: readonly string[]): Response =>
  refusal(request, 405, `This path accepts only ${methods.join(' and ')}.`, { Allow: methods.join(', ') });

const tooLarge = (request: Request): Response =>
  refusal(request, 413, `The request is larger than ${MOST_BYTES / 1024} KiB.`);

/** Creates an OAuth error response (RFC 6749, 5.2), with CORS headers for clients in a browser. */
function refusal(request: Request, status: number, error_description: string, headers: Record<string, string> = {}) {
  const open = isForPrograms(new URL(request.url).pathname)
    ? openToPages('POST', request.headers.get('access-control-request-headers'))
    : {};
  return Response.json({ error: 'invalid_request', error_description }, { status, headers: { ...open, ...headers } });
}
