import { randomInt } from 'node:crypto';

/** Letters and digits that nobody takes for one another: neither i, l and 1 nor o and 0. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const IN_A_GROUP = 5;

/** 20 signs out of 31 are 99 bits. */
export const PLAIN = new RegExp(`^[${SIGNS}]{${GROUPS * IN_A_GROUP}}$`);

/** A new password as it is shown: `abcde-fghjk-mnpqr-stuvw`. */
export function newAppPassword(): string {
  const group = () => Array.from({ length: IN_A_GROUP }, () => SIGNS[randomInt(SIGNS.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

/** What is kept of a password however it was typed: with or without dashes and spaces, in any case. */
export const plainPassword = (typed: string): string => typed.replace(/[\s\p{Pd}]/gu, '').toLowerCase();
