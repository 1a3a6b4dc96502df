/** The limit of most file systems. */
const MAX_NAME_BYTES = 255;

/**
 * Whether a card can have this name. It must pass unchanged through proxies, clients' file systems, and every database.
 */
export const isCardName = (name: string): boolean =>
  /^[^/\\\p{Cc}\p{Cs}]+$/u.test(name) && !/^\.{1,2}$/.test(name) && Buffer.byteLength(name) <= MAX_NAME_BYTES;

/** Represents the address book itself among card names, which are never empty. */
export const THE_BOOK = '';
