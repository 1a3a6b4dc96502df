import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { MCP_PATH, type SignInPlace } from '../../mcp/http/protected-resource.ts';
import { type AuthorizationServer, makeAuthorizationServer } from '../../oauth/authorization-server.ts';
import type { AuthorizationSettings } from '../../oauth/configuration.ts';
import { metadataResponse } from '../../oauth/metadata.ts';
import type { Authenticate } from '../../service/runtime/request-context.ts';
import type { Secret } from '../../service/secrets/secret.ts';
import type { Service } from '../../service/service.ts';
import type { Store } from '../../service/store/store.ts';
import { authenticateByToken } from '../../service/users/access-tokens.ts';
import { settings } from '../environment.ts';
import type { Wire } from './listen.ts';

/** Signing in for hosts, at the address under which people reach this process. */
export interface OAuth {
  place: SignInPlace;
  server: AuthorizationServer;
  /** The caller of a request by the token of a host. */
  authenticate: Authenticate;
  /** The answer on the paths of the authorization server; undefined on every other. */
  route(request: Request, address: string | undefined, wire: Wire): Promise<Response> | undefined;
}

/** `origin` is where people sign in: publicOrigin of the address listened on. */
export function oauthAt(
  origin: string,
  { store, secret, service }: { store: Store; secret: Secret; service: Service },
  errorPage: AuthorizationSettings['errorPage'],
): OAuth {
  const resource = origin + MCP_PATH;
  const privateHosts = settings.KITH_PRIVATE_HOSTS;
  const server = makeAuthorizationServer({ store, secret, issuer: origin, resource, privateHosts, errorPage });
  return {
    place: { issuer: origin, isFixed: settings.KITH_PUBLIC_URL !== undefined },
    server,
    authenticate: authenticateByToken(store, secret, resource),
    route(request, address, wire) {
      const metadata = metadataResponse(request, origin, resource);
      if (metadata) return Promise.resolve(metadata);
      if (!server.serves(new URL(request.url).pathname)) return undefined;
      return service.counted(address, async () => {
        await server.answer(wire);
        return RESPONSE_ALREADY_SENT;
      });
    },
  };
}
