import { photoError, photoType } from '../contract/photos.ts';
import type { Operation } from '../contract/schema/operation.ts';
import { KithError } from '../shared/error.ts';
import { isRecord } from '../shared/records.ts';
import type { Photo } from './client.ts';
import type { Deprecation } from './options.ts';
import { retryAfterSeconds } from './rate-limit-headers.ts';
import type { WireResponse } from './transport.ts';

/**
 * Returns `data` of a response in either envelope, or the text or photo of a response without an envelope. Throws the
 * service's own error with its code.
 */
export function readResponse(operation: Operation, response: WireResponse): unknown {
  if (response.status >= 400) throw errorFrom(response);
  if (response.status >= 300) throw foreignResponse(response);
  if (operation.envelope === 'text') return response.text;
  if (operation.envelope === 'bytes') return photoIn(response);
  const body = jsonOf(response);
  if (!isRecord(body)) throw foreignResponse(response);
  // v1 marks errors beside the data, regardless of the status.
  if (body.error) throw errorFrom(response);
  if (kindOf(body.data) !== dataKind(operation)) throw foreignResponse(response);
  return body.data;
}

/** Returns the photo of a response. The type is detected from the bytes. Rejects photos larger than kith allows. */
function photoIn(response: WireResponse): Photo {
  const { bytes = new Uint8Array() } = response;
  const mediaType = photoType(bytes);
  if (!mediaType || photoError(bytes)) throw foreignResponse(response);
  return { bytes, mediaType };
}

const kindOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

/** Returns the expected kind of `data`. */
const dataKind = (operation: Operation): string => {
  const { type } = operation.data().def;
  return type === 'array' ? 'array' : type === 'string' ? 'string' : 'object';
};

/**
 * The service's own error. Codes that this version does not know pass through; from a proxy's page only the status is
 * reported.
 */
export function errorFrom(response: WireResponse): KithError {
  const { status } = response;
  const body = isJson(response) ? jsonOf(response) : undefined;
  const error = isRecord(body) ? body.error : undefined;
  const told = isRecord(error) ? error : { message: textOf(error) ?? (isRecord(body) ? body.message : undefined) };
  return new KithError(
    textOf(told.code) ?? codeFor(status),
    textOf(told.message) ?? `The service answered with status ${status}.`,
    {
      status: status >= 400 ? status : 502,
      hint: textOf(told.hint) ?? (isServiceError(response) || status === 401 ? undefined : CHECK_URL),
      details: isRecord(told.details) ? told.details : undefined,
      retryAfter: retryAfterSeconds(response),
    },
  );
}

/**
 * Whether the API itself says that it did nothing for this request. Anything else with such a status may come from
 * a gateway on the way, after the service had done its work.
 */
export function isServiceError(response: WireResponse): boolean {
  const { status } = response;
  if (status === 429) return true;
  if (status < 400 || status >= 500 || GATEWAY.includes(status) || !isJson(response)) return false;
  const body = response.json();
  const error = isRecord(body) ? body.error : undefined;
  if (isRecord(error)) return textOf(error.code) !== undefined && error.code !== IN_PROGRESS;
  return error === true && isRecord(body) && textOf(body.message) !== undefined;
}

export const IN_PROGRESS = 'idempotency_in_progress';

/** 408 and 425: sent without waiting for the service. */
const GATEWAY = [408, 425];

/** Whether the text is valid JSON. */
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
  throw foreignResponse(response);
}

const CHECK_URL = 'Check that KITH_BASE_URL points to the API itself.';

/** Error for a response that another server must have sent. */
export const foreignResponse = ({ status }: WireResponse) =>
  new KithError('ServiceUnavailable', `The service returned ${status}, but not a response of the API.`, {
    status: 502,
    hint: CHECK_URL,
  });

const CODES: Record<number, string> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  408: 'ServiceUnavailable',
  409: 'Conflict',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
  425: 'ServiceUnavailable',
  429: 'rate_limited',
  502: 'ServiceUnavailable',
  503: 'ServiceUnavailable',
  504: 'ServiceUnavailable',
};

const codeFor = (status: number): string =>
  CODES[status] ?? (status >= 400 && status < 500 ? 'BadRequest' : 'InternalServerError');

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined);

/** Reads an operation's deprecation from the response headers. Returns undefined if there is none. */
export function deprecationOf(response: WireResponse): Deprecation | undefined {
  const [deprecated, sunset] = [response.header('deprecation'), response.header('sunset')];
  if (!deprecated && !sunset) return undefined;
  const [since, end] = [dateOf(deprecated), dateOf(sunset)];
  const link = linkTo(response.header('link'));
  return { ...(since && { since }), ...(end && { sunset: end }), ...(link && { link }) };
}

/** Parses `@1767225600` (RFC 9745) or an HTTP date (RFC 8594 and drafts of RFC 9745). Returns undefined for anything else. */
function dateOf(value = ''): Date | undefined {
  const seconds = /^@(-?\d{1,12})$/.exec(value.trim())?.[1];
  const date = seconds ? new Date(Number(seconds) * 1000) : new Date(value);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

const linkTo = (link = ''): string | undefined =>
  /<([^>]+)>\s*;[^,]*rel="?(?:deprecation|sunset|successor-version)\b/i.exec(link)?.[1];
