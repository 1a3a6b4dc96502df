import { KithError } from '../catalogue/error.ts';
import type { Operation } from '../catalogue/operation.ts';
import { photoTrouble, photoType } from '../catalogue/photos.ts';
import type { Photo } from './client.ts';
import { retryAfterSeconds } from './rate-headers.ts';
import type { WireResponse } from './transport.ts';

/** The content of `data` in an answer of either envelope; throws the service's error, under whatever code it has. */
export function readAnswer(operation: Operation, response: WireResponse): unknown {
  if (response.status >= 400) throw errorFrom(response);
  if (operation.envelope === 'text') return response.text;
  const body = jsonOf(response);
  if (!isObject(body)) throw notOurs(response);
  // v1 says beside the data whether it is an error, whatever the status.
  if (body.error) throw errorFrom(response);
  if (!('data' in body)) throw notOurs(response);
  return body.data;
}

/** The photo in an answer. It is what its bytes say, whatever the service calls it, and within the bound that ours keeps. */
export function readPhoto(response: WireResponse): Photo {
  if (response.status >= 400) throw errorFrom(response);
  const { bytes = new Uint8Array() } = response;
  const mediaType = photoType(bytes);
  if (!mediaType || photoTrouble(bytes)) throw notOurs(response);
  return { bytes, mediaType };
}

/** The service's own error. Codes that this version does not know pass through; a proxy's page is told by its status. */
export function errorFrom(response: WireResponse): KithError {
  const { status } = response;
  const body = isJson(response) ? jsonOf(response) : undefined;
  const error = isObject(body) ? body.error : undefined;
  const told = isObject(error) ? error : { message: textOf(error) ?? (isObject(body) ? body.message : undefined) };
  return new KithError(
    textOf(told.code) ?? codeFor(status),
    textOf(told.message) ?? `The service answered with status ${status}.`,
    {
      status: status >= 400 ? status : 502,
      hint: textOf(told.hint),
      details: isObject(told.details) ? told.details : undefined,
      retryAfter: retryAfterSeconds(response),
    },
  );
}

/** Whether the text can be read as JSON. */
export function isJson(response: WireResponse): boolean {
  try {
    response.json();
    return true;
  } catch {
    return false;
  }
}

function jsonOf(response: WireResponse): unknown {
  if (isJson(response)) return response.json();
  throw notOurs(response);
}

/** For an answer that is none of the API's. */
export const notOurs = ({ status }: WireResponse) =>
  new KithError(
    'ServiceUnavailable',
    `The service answered ${status} with something that is not an answer of the API.`,
    {
      status: 502,
      hint: 'Check that KITH_BASE_URL points to the API itself.',
    },
  );

const CODES: Record<number, string> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  409: 'Conflict',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
  429: 'rate_limited',
  502: 'ServiceUnavailable',
  503: 'ServiceUnavailable',
  504: 'ServiceUnavailable',
};

const codeFor = (status: number): string =>
  CODES[status] ?? (status >= 400 && status < 500 ? 'BadRequest' : 'InternalServerError');

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined);
