import { bodyBytes } from '../../contract/schema/body-bytes.ts';
import { badRequest, KithError, truncateText } from '../../shared/error.ts';
import { FORM_ERRORS as WORDS } from '../words/errors.ts';

const KIBIBYTE = 1024;

/** Size limits of a form. */
export interface FormLimits {
  bytes: number;
  fields: number;
}

/** Most forms have no long text. */
export const SHORT_FORM: FormLimits = { bytes: 256 * KIBIBYTE, fields: 300 };
/** The same number of bytes as the API accepts, because a note may be long. */
export const LONG_FORM: FormLimits = { ...SHORT_FORM, bytes: 5 * 1024 * KIBIBYTE };

/** Maximum characters of a single-line field. The contract's lower limits are reported at the field. */
const MAX_LINE = 10_000;
/** The same for fields of several lines. */
const MAX_CHARACTERS: Record<string, number> = {
  note: 1_000_000,
  description: 100_000,
  text: 100_000,
  // Fields that a page fills in itself.
  also: 64 * KIBIBYTE,
  back: 64 * KIBIBYTE,
  before: 1_000_000,
  changes: 1_000_000,
  done: 250_000,
  ids: 250_000,
  opened: 2_000_000,
  packed: 250_000,
};
const MAX_CUSTOM_FIELD = 1_000_000;
const MAX_NAME = 200;

/**
 * Reads a form's fields. Counts them in the raw bytes first, because each field costs far more than its bytes, here and on a page
 * that returns it. Throws 413 for too many bytes or fields, and 400 for a field that is too long.
 */
export async function formOf(request: Request, { bytes: maxBytes, fields: maxFields } = SHORT_FORM) {
  const bytes = await bodyBytes(request, maxBytes);
  if (!bytes) throw tooLarge(`${maxBytes / KIBIBYTE} KiB`);
  if (hasMoreFields(bytes, maxFields)) throw tooLarge(`${maxFields.toLocaleString('en-US')} fields`);
  const fields = new URLSearchParams(new TextDecoder().decode(bytes));
  for (const [name, value] of fields) refuseLongField(name, value);
  return fields;
}

const tooLarge = (limit: string): KithError =>
  new KithError('PayloadTooLarge', WORDS.tooLarge(limit), {
    hint: WORDS.sendLess,
  });

const SEPARATOR = '&'.charCodeAt(0);

function hasMoreFields(bytes: Uint8Array, max: number): boolean {
  let count = 1;
  for (let at = bytes.indexOf(SEPARATOR); at >= 0; at = bytes.indexOf(SEPARATOR, at + 1))
    if (++count > max) return true;
  return false;
}

function refuseLongField(name: string, value: string): void {
  if (name.length > MAX_NAME) throw badRequest({ [truncateText(name, 40)]: WORDS.longName(MAX_NAME) });
  const max = name.startsWith('custom.')
    ? MAX_CUSTOM_FIELD
    : (Object.hasOwn(MAX_CHARACTERS, name) && MAX_CHARACTERS[name]) || MAX_LINE;
  if (value.length <= max) return;
  throw badRequest({ [name]: WORDS.longValue(max) }, WORDS.shorten);
}

/** Reads a JSON object; undefined if the body is too large or anything else. */
export async function jsonOf(request: Request): Promise<Record<string, unknown> | undefined> {
  const bytes = await bodyBytes(request, 64 * KIBIBYTE);
  if (!bytes) return undefined;
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
