/** Printable characters that take one column each. */
const PLAIN = /^[\x20-\x7e\xa1-\xac\xae-\u024f]*$/;

/**
 * Returns a function that measures the terminal width of these strings or parts of them. The function for all scripts
 * takes 25 ms to load, and most strings do not need it.
 */
export async function widthFor(texts: readonly string[]): Promise<(text: string) => number> {
  if (texts.every((text) => PLAIN.test(text))) return (text) => text.length;
  return (await import('string-width')).default;
}
