const NAMED: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  shy: '',
  copy: '©',
  reg: '®',
  trade: '™',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  bull: '•',
  middot: '·',
  deg: '°',
  euro: '€',
  pound: '£',
  yen: '¥',
  sect: '§',
  para: '¶',
  times: '×',
  zwnj: '\u200c',
  zwj: '\u200d',
};

/** Characters written as HTML entities, read. What is no entity stays as it is. */
export const decodeEntities = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,8}));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return NAMED[name] ?? NAMED[String(name).toLowerCase()] ?? whole;
    const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    const isLetter = point > 0 && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff);
    return isLetter ? String.fromCodePoint(point) : '\ufffd';
  });

const LOOKS_LIKE_HTML = /<\/?[a-z][^<>]*>|&(?:#\d+|#x[0-9a-f]+|[a-z]{2,8});/i;

/** The text of what may be HTML: blocks become lines, tags go. Plain text comes back as it is. */
export function plainText(html: string): string {
  if (!LOOKS_LIKE_HTML.test(html)) return html;
  const bare = html
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<(script|style|head)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/[ \t]*\r?\n[ \t]*/g, /<(br|p|div|li|tr)\b/i.test(html) ? ' ' : '\n')
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/<\/(?:p|div|li|tr|h[1-6]|ul|ol|table|blockquote)\s*>/gi, '\n')
    .replace(/<li\b[^<>]*>/gi, '- ')
    .replace(/<\/?[a-z][^<>]*>/gi, '');
  return decodeEntities(bare)
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
