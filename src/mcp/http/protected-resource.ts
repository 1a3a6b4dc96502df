import { SCOPES, type Scope } from '../../contract/scopes.ts';
import { publicDocument } from '../../shared/http/public-document.ts';

// OAuth 2.0 Protected Resource Metadata (RFC 9728): tells clients how to authenticate.

const WELL_KNOWN = '/.well-known/oauth-protected-resource';
export const MCP_PATH = '/mcp';

/** The authorization server. */
export interface AuthorizationServerInfo {
  /** Issuer URL without a trailing slash. */
  issuer: string;
  /** Whether the issuer's origin is the only one. Otherwise the resource has every host name of this computer. */
  isFixed: boolean;
}

/** Clients try two paths: the well-known path with the resource's path (RFC 9728, 3.1) and without it. */
export const isMetadataPath = (path: string): boolean => path === WELL_KNOWN || path === WELL_KNOWN + MCP_PATH;

/** Returns the metadata of the MCP endpoint. Without an authorization server, it contains the requested address. */
export function resourceMetadataResponse(request: Request, place: AuthorizationServerInfo | undefined): Response {
  const metadata = {
    resource: originOf(request, place) + MCP_PATH,
    resource_name: 'kith',
    ...(place && { authorization_servers: [place.issuer] }),
    bearer_methods_supported: ['header'],
    // Some clients can't request more scopes later, so all are listed. The user can grant fewer.
    scopes_supported: place ? SCOPES : ['read', 'write'],
  };
  // The metadata contains an address from the request, so a shared cache must vary by it.
  return publicDocument(request, metadata, 'Host, X-Forwarded-Proto');
}

/** Challenge of a 401 (RFC 6750, 3; RFC 9728, 5.1). It has an `error` only if the request had a token. */
export function challenge(request: Request, place?: AuthorizationServerInfo): string {
  const invalid = request.headers.has('authorization') ? 'error="invalid_token", ' : '';
  const scope = place ? `, scope="${SCOPES.join(' ')}"` : '';
  return `Bearer ${invalid}resource_metadata="${originOf(request, place)}${WELL_KNOWN}${MCP_PATH}"${scope}`;
}

/** Returns a 403 that lists the needed scopes, so that the client can request them. */
export function insufficientScopeResponse(
  request: Request,
  place: AuthorizationServerInfo,
  needed: readonly Scope[],
): Response {
  const message = `This call needs ${needed.join(' ')}. The user has not granted it yet.`;
  const parameters = [
    'error="insufficient_scope"',
    `scope="${needed.join(' ')}"`,
    `resource_metadata="${originOf(request, place)}${WELL_KNOWN}${MCP_PATH}"`,
    `error_description="${message}"`,
  ];
  return Response.json(
    { jsonrpc: '2.0', error: { code: -32001, message }, id: null },
    { status: 403, headers: { 'WWW-Authenticate': `Bearer ${parameters.join(', ')}` } },
  );
}

/** The origin as the client sees it: https if a proxy terminates TLS. The Host header is already validated. */
function originOf(request: Request, place: AuthorizationServerInfo | undefined): string {
  if (place?.isFixed) return place.issuer;
  const scheme = request.headers.get('x-forwarded-proto') === 'https' ? 'https' : 'http';
  return `${scheme}://${request.headers.get('host')}`;
}
