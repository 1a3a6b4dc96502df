import { KithError } from '../../shared/error.ts';
import { DECLARATION, element, SPACES, text } from './xml.ts';

/** Element for the error message, in addition to the conditions that programs read. */
const WORDS = { space: 'https://kith.invalid/ns/dav', name: 'message' };

/** An error with the WebDAV condition that failed, as XML (RFC 4918, 16). */
export const refusal = (status: number, condition: string, message: string): KithError =>
  new KithError('dav_condition', message, { status, details: { condition } });

/** Converts an error to a response. */
export function refusalAnswer(error: KithError): Response {
  const { status, message, hint, details = {}, retryAfter } = error;
  const condition = typeof details.condition === 'string' ? details.condition : '';
  const words = element(WORDS, text(hint === undefined ? message : `${message} ${hint}`));
  return new Response(`${DECLARATION}<D:error${SPACES}>${condition}${words}</D:error>`, {
    status,
    headers: {
      'Content-Type': 'application/xml; charset=utf-8',
      ...(retryAfter !== undefined && { 'Retry-After': String(Math.ceil(retryAfter)) }),
      ...(Array.isArray(details.allow) && { Allow: details.allow.join(', ') }),
    },
  });
}
