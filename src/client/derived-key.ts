import { createHash } from 'node:crypto';

/** The idempotency key of one of several calls that a key stands for: always the same for the same key and `what`. */
export function derivedKey(key: string, what: string | number): string {
  const hash = createHash('sha256').update(`${key.toLowerCase()} ${what}`).digest('hex');
  // Version 8 (RFC 9562): what the bits are is ours to say.
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
}
