/** Whether a client accepts gzip (RFC 9110, 12.5.3). */
export const takesGzip = ({ headers }: Request): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:\s*,|\s*$))/i.test(headers.get('accept-encoding') ?? '');
