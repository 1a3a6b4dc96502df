/** A name as vCard splits it, read from `Walter /Brannigan/ Jr.` with the family name between slashes. */
export interface Name {
  full: string;
  family: string;
  given: string;
  suffix: string;
}

export function parseName(written: string): Name {
  const [before = '', family = '', after = ''] = written.split('/').map((part) => part.trim());
  const suffix = before && /^(Jr\.|Sr\.|I{2,3})$/.test(after) ? after : '';
  return {
    full: written.replaceAll('/', '').trim(),
    family,
    given: [before, suffix ? '' : after].filter(Boolean).join(' '),
    suffix,
  };
}

const LETTERS: Record<string, string> = { ø: 'o', ł: 'l', ß: 'ss', đ: 'd', ı: 'i', æ: 'ae', ð: 'd', þ: 'th' };

/** Lower-case ASCII words, as they stand in e-mail addresses and handles. */
export function latinWords(text: string): string[] {
  const plain = text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}|['’ʻ.]/gu, '')
    .replace(/[øłßđıæðþ]/g, (letter) => LETTERS[letter]!);
  return plain.split(/[^a-z0-9]+/).filter(Boolean);
}
