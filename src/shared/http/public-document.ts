/** Headers that let web pages of any origin read a response, without the user's cookies. */
export const openToPages = (methods: string, requestedHeaders: string | null | undefined) => ({
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': methods,
  'Access-Control-Allow-Headers': requestedHeaders ?? '*',
  'Access-Control-Max-Age': '600',
});

/**
 * A JSON document without personal data. Caches keep it for an hour, and web pages of any origin may read it, for
 * example MCP clients in a browser.
 */
export function publicDocument(request: Request, document: object, vary?: string): Response {
  const open = openToPages('GET', request.headers.get('access-control-request-headers'));
  const headers = { ...open, ...(vary && { Vary: vary }) };
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers });
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return new Response(null, { status: 405, headers: { ...headers, Allow: 'GET, HEAD, OPTIONS' } });
  }
  return Response.json(document, { headers: { ...headers, 'Cache-Control': 'max-age=3600' } });
}
