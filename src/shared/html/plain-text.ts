import { decodeHTMLStrict } from 'entities';

/** Decodes HTML entities. Nonbreaking spaces become normal ones. Everything else is unchanged. */
export const decodeEntities = (text: string): string =>
  decodeHTMLStrict(text).replaceAll('\u00a0', ' ').replaceAll('\u00ad', '');

const LOOKS_LIKE_HTML = /<\/?[a-z][^<>]*>|&(?:#\d+|#x[0-9a-f]+|[a-z][a-z\d]{1,31});/i;

/**
 * Converts text that may be HTML: blocks become lines, tags are removed. Plain text is returned unchanged. Runs in
 * linear time: no pattern searches for a missing end twice.
 */
export function plainText(html: string): string {
  if (!LOOKS_LIKE_HTML.test(html)) return html;
  const bare = withoutUnrendered(html.replace(/[ \t]+/g, ' '))
    .replace(/ ?\r?\n ?/g, /<(br|p|div|li|tr)\b/i.test(html) ? ' ' : '\n')
    .replace(/<br *\/?>/gi, '\n')
    .replace(/<\/(?:p|div|li|tr|h[1-6]|ul|ol|table|blockquote) *>/gi, '\n')
    .replace(/<li\b[^<>]*>/gi, '- ')
    .replace(/<\/?[a-z][^<>]*>/gi, '');
  return decodeEntities(bare)
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Parts that a browser does not render. */
const UNRENDERED = /<!--|<(script|style|head)\b/gi;
const ENDS: Record<string, RegExp> = {
  '<!--': /-->/g,
  script: /<\/script\s*>/gi,
  style: /<\/style\s*>/gi,
  head: /<\/head\s*>/gi,
};

/** Removes comments, scripts and similar parts. Unclosed ones are kept. */
function withoutUnrendered(html: string): string {
  const unclosed = new Set<string>();
  let text = '';
  let done = 0;
  for (const { 0: begin, 1: tag, index } of html.matchAll(UNRENDERED)) {
    const kind = (tag ?? begin).toLowerCase();
    if (index < done || unclosed.has(kind)) continue;
    const end = ENDS[kind]!;
    end.lastIndex = index;
    if (!end.test(html)) {
      unclosed.add(kind);
      continue;
    }
    text += html.slice(done, index);
    done = end.lastIndex;
  }
  return text + html.slice(done);
}
