import { bodyBytes } from '../contract/schema/body-bytes.ts';

const MOST_BYTES = 64 * 1024;

/** The fields of a form; undefined where the body is too large for one. */
export async function formOf(request: Request, most = MOST_BYTES): Promise<URLSearchParams | undefined> {
  const bytes = await bodyBytes(request, most);
  return bytes && new URLSearchParams(new TextDecoder().decode(bytes));
}

/** A JSON object; undefined where the body is none, or too large. */
export async function jsonOf(request: Request): Promise<Record<string, unknown> | undefined> {
  const bytes = await bodyBytes(request, MOST_BYTES);
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
