export type Fields = Record<string, unknown>;

export const list = (value: unknown): Fields[] => (Array.isArray(value) ? (value as Fields[]) : []);

/** Text from outside on one line and without the characters that Markdown would read. */
export const plain = (value: unknown): string =>
  String(value)
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_{}[\]<>#|]/g, '\\$&');

/** A text behind its lead, or nothing when there is none. */
export const text = (lead: string, value: unknown): string => (value ? lead + plain(value) : '');

/** A day as 2026-11-21. */
export const day = (value: unknown): string => String(value).slice(0, 10);
