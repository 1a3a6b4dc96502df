/** Printable letters that take one column each. */
const PLAIN = /^[\x20-\x7e\xa1-\xac\xae-\u024f]*$/;

/**
 * Answers what tells how many columns of a terminal any of these texts, or a part of one, takes. What tells it of all
 * scripts takes 25 ms to load, and most texts are plain.
 */
export async function widthFor(texts: readonly string[]): Promise<(text: string) => number> {
  if (texts.every((text) => PLAIN.test(text))) return (text) => text.length;
  return (await import('string-width')).default;
}
