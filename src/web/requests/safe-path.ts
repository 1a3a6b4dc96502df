/**
 * A path of this origin to go on to; `otherwise` where the text could lead anywhere else. Browsers read `//host`, `/\host`
 * and both with tabs or line ends between as the address of another host.
 */
export function safePath(text: string | null | undefined, otherwise: string): string {
  if (!text || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(text)) return otherwise;
  const base = 'http://kith.invalid';
  if (!URL.canParse(text, base)) return otherwise;
  const { origin, pathname, search, hash } = new URL(text, base);
  // Dots may be gone now: `/.//host` is read as `//host`.
  return origin === base && !pathname.startsWith('//') ? pathname + search + hash : otherwise;
}
