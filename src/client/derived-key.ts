import { createHash } from 'node:crypto';

/** Derives the idempotency key of one of several calls. The same key and `what` always give the same result. */
export function derivedKey(key: string, what: string | number): string {
  const hash = createHash('sha256').update(`${key.toLowerCase()} ${what}`).digest('hex');
  // UUID version 8 (RFC 9562): its content is application-defined.
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
}
