import { fold } from '../../../shared/text/fold.ts';

/** A run of letters, a run of digits, or another single character. */
export interface Token {
  /** Folded text. Every apostrophe becomes `'` and every dash becomes `-`. */
  word: string;
  start: number;
  end: number;
  isCapitalized: boolean;
}

const TOKEN = /[\p{L}\p{M}]+|[0-9]+|\S/gu;
const APOSTROPHE = /^['’‘ʼ´`]$/;
const DASH = /^[-‐‑‒–—−]$/;

export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const { 0: found, index } of text.matchAll(TOKEN)) {
    const word = APOSTROPHE.test(found) ? "'" : DASH.test(found) ? '-' : fold(found);
    tokens.push({ word, start: index, end: index + found.length, isCapitalized: /^\p{Lu}/u.test(found) });
  }
  return tokens;
}

/** Whether no space separates a token from the previous one. */
export const isGlued = (tokens: readonly Token[], at: number): boolean =>
  at > 0 && at < tokens.length && tokens[at - 1]!.end === tokens[at]!.start;

/** Skips a hyphen or apostrophe inside a word, as in "avant-hier" and "l'été". */
export function skipJoints(tokens: readonly Token[], at: number): number {
  const word = tokens[at]?.word;
  if (word !== "'" && word !== '-') return at;
  return isGlued(tokens, at) && isGlued(tokens, at + 1) ? at + 1 : at;
}
