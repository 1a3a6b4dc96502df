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
  const gone = goneRows(opened, now).filter((row) => inRow(row, typed).some((name) => typed[name] !== opened[name]));
  for (const row of gone) for (const name of inRow(row, typed)) merged[name] = typed[name]!;
  return {
    merged,
    conflicts: [
      ...conflicts.filter(({ name }) => !gone.some((row) => name.startsWith(row))),
      ...gone.flatMap((row) => rowConflict(row, typed)),
    ],
  };
}

/** Rows are named `email.ID.`, and their fields `email.ID.label`. */
const rowOf = (name: string): string | undefined => /^[^.]+\.[^.]+\.(?=[^.]+$)/.exec(name)?.[0];
const inRow = (row: string, values: Values): string[] => Object.keys(values).filter((name) => name.startsWith(row));

const goneRows = (opened: Values, now: Values): string[] =>
  [...new Set(Object.keys(opened).map(rowOf))].filter(
    (row) => row !== undefined && inRow(row, now).length === 0,
  ) as string[];

/** A row that was changed here and is gone elsewhere is asked about as a whole. */
function rowConflict(row: string, typed: Values): Conflict[] {
  const filled = inRow(row, typed).filter((name) => typed[name]);
  const mine = filled.map((name) => typed[name]).join(', ');
  return filled.slice(0, 1).map((name) => ({ name, mine, theirs: '' }));
}

/** What was typed, save where the answer to a conflict was to take what is there, which is what the form was opened with. */
export function withChoices(form: URLSearchParams, opened: Values, typed: Values): Values {
  const result = { ...typed };
  for (const [field, choice] of form) {
    if (!field.startsWith('choose.') || choice !== 'theirs') continue;
    const name = field.slice('choose.'.length);
    const row = rowOf(name);
    const isGone = row !== undefined && inRow(row, opened).length === 0;
    for (const one of isGone ? inRow(row, typed) : [name]) result[one] = opened[one] ?? '';
  }
  return result;
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
