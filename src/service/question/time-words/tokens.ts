import { fold } from '../../../shared/text/fold.ts';

/** A run of letters, a run of digits, or another character, with its place in the text. */
export interface Token {
  /** Folded. Every apostrophe is `'` and every dash is `-`. */
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

/** Whether no space is between a token and the one before it. */
export const isGlued = (tokens: readonly Token[], at: number): boolean =>
  at > 0 && at < tokens.length && tokens[at - 1]!.end === tokens[at]!.start;

/** Skips hyphens and apostrophes inside of a word, as in "avant-hier" and "l'été". */
export function skipJoints(tokens: readonly Token[], at: number): number {
  const word = tokens[at]?.word;
  if (word !== "'" && word !== '-') return at;
  return isGlued(tokens, at) && isGlued(tokens, at + 1) ? at + 1 : at;
}
