import { PATTERNS } from './patterns.ts';
import type { Text } from './texts.ts';

/** Matches that are right as they are: the words around a hit, and why. */
const ALLOWED: readonly RegExp[] = [
  // Words of SQL, of a program and of a user's own text in quotes.
  /\bwhere (it|there) is\b.*\b(select|from)\b/i,
  // A benchmark's command and folder.
  /npm run bench|bench\/|CODE/,
];

/** What to rewrite in a text: each habit that it has, with what to write instead. */
export function faultsIn({ kind, text }: Text): string[] {
  return PATTERNS.filter(({ only }) => only === undefined || only === kind).flatMap(({ pattern, write }) => {
    const [hit] = pattern.exec(text) ?? [];
    if (hit === undefined || (/bench/.test(hit) && ALLOWED.some((allowed) => allowed.test(text)))) return [];
    return [`“${hit.trim()}” → ${write}`];
  });
}
