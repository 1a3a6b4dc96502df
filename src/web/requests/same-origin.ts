/** Whether a request looks at something and changes nothing. */
export const isLook = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';

/**
 * Whether a page of this origin, and no other, made a browser send this request. Newer browsers say so in Sec-Fetch-Site;
 * others tell at least the origin.
 */
export function isSameOrigin(request: Request, origin: string): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin' || site === 'none';
  return request.headers.get('origin') === origin;
}
