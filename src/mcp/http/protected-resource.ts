// OAuth 2.0 Protected Resource Metadata (RFC 9728): where a host learns how to bring a key.

const WELL_KNOWN = '/.well-known/oauth-protected-resource';
export const MCP_PATH = '/mcp';

/** Both places hosts look at: under the path of the resource (RFC 9728, 3.1), and bare. */
export const isMetadataPath = (path: string): boolean => path === WELL_KNOWN || path === WELL_KNOWN + MCP_PATH;

/** The metadata of the MCP endpoint, for the address it was asked at. */
export function metadataResponse(request: Request): Response {
  return Response.json(
    {
      resource: originOf(request) + MCP_PATH,
      resource_name: 'kith',
      bearer_methods_supported: ['header'],
      scopes_supported: ['read', 'write'],
    },
    {
      headers: {
        'Cache-Control': 'max-age=3600',
        'Access-Control-Allow-Origin': '*',
        // The metadata repeats an address that the caller wrote; a cache must not pass it on to others.
        Vary: 'Host, X-Forwarded-Proto',
      },
    },
  );
}

/** The challenge of a 401 (RFC 6750, 3; RFC 9728, 5.1). `error` only when a token was sent: without one nothing is invalid. */
export function challenge(request: Request): string {
  const invalid = request.headers.has('authorization') ? 'error="invalid_token", ' : '';
  return `Bearer ${invalid}resource_metadata="${originOf(request)}${WELL_KNOWN}${MCP_PATH}"`;
}

/** The origin as the caller sees it: https behind a proxy that ends TLS. The Host header has been checked by now. */
function originOf(request: Request): string {
  const scheme = request.headers.get('x-forwarded-proto') === 'https' ? 'https' : 'http';
  return `${scheme}://${request.headers.get('host')}`;
}
