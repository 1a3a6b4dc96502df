import type { Reply } from './fake-providers.ts';

export const bad = (code: string): Reply => ({ status: 400, json: { error: { code, message: code } } });
export const missing: Reply = { status: 404, json: { error: { code: 'ErrorItemNotFound', message: 'Not found' } } };

/** The next page's URL, if any. */
export function nextLink(more: boolean, origin: string, path: string, query: URLSearchParams, offset: number) {
  if (!more) return {};
  const next = new URLSearchParams(query);
  next.set('$skiptoken', String(offset));
  return { '@odata.nextLink': `${origin}${path}?${next}` };
}
