import { PATTERNS } from './patterns.ts';
import type { Text } from './texts.ts';

/** Correct matches: the surrounding words, and the reason. */
const ALLOWED: readonly RegExp[] = [
  // SQL, program code, and a user's own quoted text.
  /\bwhere (it|there) is\b.*\b(select|from)\b/i,
  // A benchmark's command and folder.
  /npm run bench|bench\/|CODE/,
  // Column names of Google and Outlook.
  /^E-mail( \d)? Address$/,
  // Words that a search ignores.
  /\bsomeone somebody anyone\b/,
];

/** The habits found in a text, each with a replacement. */
export function faultsIn({ kind, text }: Text): string[] {
  return PATTERNS.filter(({ only }) => only === undefined || only === kind).flatMap(({ pattern, write }) => {
    const [hit] = pattern.exec(text) ?? [];
    if (hit === undefined || (/bench|e-mail|somebody/i.test(hit) && ALLOWED.some((allowed) => allowed.test(text))))
      return [];
    return [`“${hit.trim()}” → ${write}`];
  });
}
