/** As much as most file systems take. */
const LONGEST_NAME_BYTES = 255;

/** Whether a card can have this name: it goes through proxies, file systems of clients and every database as it is. */
export const isCardName = (name: string): boolean =>
  /^[^/\\\p{Cc}\p{Cs}]+$/u.test(name) && !/^\.{1,2}$/.test(name) && Buffer.byteLength(name) <= LONGEST_NAME_BYTES;

/** Stands for the address book itself among names of cards, none of which is empty. */
export const THE_BOOK = '';
