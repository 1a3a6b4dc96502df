import { SCOPES, type Scope } from '../../contract/scopes.ts';
import { publicDocument } from '../../shared/http/public-document.ts';

// OAuth 2.0 Protected Resource Metadata (RFC 9728): where a host learns how to bring a key or a token.

const WELL_KNOWN = '/.well-known/oauth-protected-resource';
export const MCP_PATH = '/mcp';

/** Where people sign in for hosts. */
export interface SignInPlace {
  /** The authorization server, without a slash at its end. */
  issuer: string;
  /** Whether the resource goes by that name alone. On this machine it goes by each of the machine's names. */
  isFixed: boolean;
}

/** Both places hosts look at: under the path of the resource (RFC 9728, 3.1), and bare. */
export const isMetadataPath = (path: string): boolean => path === WELL_KNOWN || path === WELL_KNOWN + MCP_PATH;

/** The metadata of the MCP endpoint; without a place to sign in, for the address it was asked at. */
export function metadataResponse(request: Request, place: SignInPlace | undefined): Response {
  const metadata = {
    resource: originOf(request, place) + MCP_PATH,
    resource_name: 'kith',
    ...(place && { authorization_servers: [place.issuer] }),
    bearer_methods_supported: ['header'],
    // All of them: a host that cannot ask for more later would never get it. The person gives less as they like.
    scopes_supported: place ? SCOPES : ['read', 'write'],
  };
  // The metadata repeats an address that the caller wrote; a cache must not pass it on to others.
  return publicDocument(request, metadata, 'Host, X-Forwarded-Proto');
}

/** The challenge of a 401 (RFC 6750, 3; RFC 9728, 5.1). `error` only when a token was sent: without one nothing is invalid. */
export function challenge(request: Request, place?: SignInPlace): string {
  const invalid = request.headers.has('authorization') ? 'error="invalid_token", ' : '';
  const scope = place ? `, scope="${SCOPES.join(' ')}"` : '';
  return `Bearer ${invalid}resource_metadata="${originOf(request, place)}${WELL_KNOWN}${MCP_PATH}"${scope}`;
}

/** The 403 to a message that needs more than its token allows: it names all that is needed, for the host to ask for. */
export function insufficientScopeResponse(request: Request, place: SignInPlace, needed: readonly Scope[]): Response {
  const message = `This needs ${needed.join(' ')}, which the person did not allow this host yet.`;
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

/** The origin as the caller sees it: https behind a proxy that ends TLS. The Host header has been checked by now. */
function originOf(request: Request, place: SignInPlace | undefined): string {
  if (place?.isFixed) return place.issuer;
  const scheme = request.headers.get('x-forwarded-proto') === 'https' ? 'https' : 'http';
  return `${scheme}://${request.headers.get('host')}`;
}
