/** The fields of a form by name. Several under one name, as of checkboxes, are joined by line ends. */
export type Values = Record<string, string>;

/** A field that was changed here and elsewhere, each to something else. */
export interface Conflict {
  name: string;
  mine: string;
  theirs: string;
}

/**
 * What a form says now that its record may have changed since it was opened: fields that were not touched follow the
 * record, and those that were stay as typed. A name that is missing stands for nothing.
 */
export function merge(opened: Values, typed: Values, now: Values): { merged: Values; conflicts: Conflict[] } {
  const merged: Values = {};
  const conflicts: Conflict[] = [];
  for (const name of new Set([...Object.keys(now), ...Object.keys(typed)])) {
    const [was = '', mine = '', theirs = ''] = [opened[name], typed[name], now[name]];
    merged[name] = mine === was ? theirs : mine;
    if (mine !== was && theirs !== was && mine !== theirs) conflicts.push({ name, mine, theirs });
  }
  return { merged, conflicts };
}

/** Text as a field of one line, or of several, gives it back. */
export const asTyped = (text: string | null | undefined, isLong = false): string => {
  const plain = (text ?? '').toWellFormed().replace(/\r\n?/g, '\n');
  return (isLong ? plain : plain.replace(/\n+/g, ' ')).trim();
};

/** What a form was opened with, as it comes back from a hidden field. */
export function readOpened(text: string | null): Values {
  try {
    const read: unknown = JSON.parse(text ?? '');
    if (typeof read !== 'object' || read === null) return {};
    return Object.fromEntries(Object.entries(read).map(([name, value]) => [name, String(value)]));
  } catch {
    return {};
  }
}
