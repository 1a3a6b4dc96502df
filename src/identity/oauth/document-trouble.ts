import type { errors as Errors } from 'oidc-provider';
import type { ClientDocumentError } from '../../contract/sign-in.ts';
import { KithError } from '../../shared/error.ts';

// An app that identifies itself with a metadata document cannot connect if kith cannot read the document. The cause may be the
// app or kith's own network, and the person who reads the page needs to know which.

/** Thrown if a fetched response is not a metadata document. */
export class InvalidDocument extends Error {}

interface Thrown extends Error {
  error_description?: string | undefined;
  error_detail?: string | undefined;
}

/** Why a client's document could not be read. Undefined if the client named none, or if the problem is a different one. */
export function documentTrouble(
  clientId: unknown,
  error: Thrown,
  { InvalidClientMetadata }: typeof Errors,
  isOff: boolean,
): ClientDocumentError | undefined {
  const isUrl = typeof clientId === 'string' && /^https:/i.test(clientId) && URL.canParse(clientId);
  if (!isUrl) return undefined;
  const { error_description: description = '', error_detail: detail = '' } = error;
  const host = new URL(clientId).host.slice(0, MAX_HOST);
  if (isOff && error.message === 'invalid_client') return { host, reason: 'off' };
  if (error instanceof InvalidClientMetadata) return { host, reason: 'invalid', detail: description };
  if (description !== FETCH_FAILED) return undefined;
  const status = /^unexpected response status (\d+)$/.exec(detail)?.[1];
  if (status !== undefined) return { host, reason: 'refused', detail: status };
  const causes = causesOf(error);
  const refusal = causes.find((cause) => cause instanceof KithError);
  if (refusal) return { host, reason: 'private', detail: [refusal.message, refusal.hint].filter(Boolean).join(' ') };
  const invalid = causes.find(
    (cause) => cause instanceof InvalidDocument || cause instanceof SyntaxError || isTooLarge(cause),
  );
  if (invalid)
    return { host, reason: 'invalid', detail: invalid instanceof SyntaxError ? 'it is not JSON' : invalid.message };
  return { host, reason: 'unreachable' };
}

/** A host name has at most 253 characters, and a port has at most five. */
const MAX_HOST = 260;

// The library's error messages.
const FETCH_FAILED = 'client_id metadata document fetch failed';
const isTooLarge = ({ message }: Error): boolean => message === 'response too large';

function causesOf({ cause }: Error): Error[] {
  return cause instanceof Error ? [cause, ...causesOf(cause)] : [];
}
