/** Whether a request only reads. */
export const isLook = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';

/**
 * Whether this origin made a browser send this request. Newer browsers report it in Sec-Fetch-Site, others at
 * least in Origin.
 */
export function isSameOrigin(request: Request, origin: string): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin' || site === 'none';
  return request.headers.get('origin') === origin;
}
