import { decodeHTMLStrict } from 'entities';

/** Decodes HTML entities; a space that must not break is one like any other. Anything else stays as it is. */
export const decodeEntities = (text: string): string =>
  decodeHTMLStrict(text).replaceAll('\u00a0', ' ').replaceAll('\u00ad', '');

const LOOKS_LIKE_HTML = /<\/?[a-z][^<>]*>|&(?:#\d+|#x[0-9a-f]+|[a-z][a-z\d]{1,31});/i;

/**
 * The text of something that may be HTML: blocks become lines, tags are removed. Plain text is returned as it is. The time
 * it takes grows linearly with the text: no pattern searches twice for an end that is missing.
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

/** How the parts begin and end that a browser does not show. */
const UNRENDERED = /<!--|<(script|style|head)\b/gi;
const ENDS: Record<string, RegExp> = {
  '<!--': /-->/g,
  script: /<\/script\s*>/gi,
  style: /<\/style\s*>/gi,
  head: /<\/head\s*>/gi,
};

/** Removes comments, scripts and the like; one that is not closed stays. */
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
