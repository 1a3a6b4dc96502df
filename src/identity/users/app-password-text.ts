import { randomInt } from 'node:crypto';

/** Letters and digits without the ones that look alike: i, l, and 1; o and 0. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const IN_A_GROUP = 5;

/** 20 of 31 possible characters give 99 bits. */
export const PLAIN = new RegExp(`^[${SIGNS}]{${GROUPS * IN_A_GROUP}}$`);

/** Creates a password in the displayed form: `abcde-fghjk-mnpqr-stuvw`. */
export function newAppPassword(): string {
  const group = () => Array.from({ length: IN_A_GROUP }, () => SIGNS[randomInt(SIGNS.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

/** Normalizes a typed password: removes dashes and spaces, and converts it to lower case. */
export const plainPassword = (typed: string): string => typed.replace(/[\s\p{Pd}]/gu, '').toLowerCase();
