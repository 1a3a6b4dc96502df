import { badRequest } from '../../shared/error.ts';
import { isRecord, parseJson } from '../../shared/records.ts';

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
  const [openedRows, typedRows, nowRows] = [rowsIn(opened), rowsIn(typed), rowsIn(now)];
  const gone = new Map(
    [...typedRows].filter(
      ([row, names]) => openedRows.has(row) && !nowRows.has(row) && names.some((name) => typed[name] !== opened[name]),
    ),
  );
  for (const names of gone.values()) for (const name of names) merged[name] = typed[name]!;
  return {
    merged,
    conflicts: [
      ...conflicts.filter(({ name }) => !gone.has(rowOf(name) ?? '')),
      ...[...gone.values()].flatMap((names) => rowConflict(names, typed)),
    ],
  };
}

/** Rows are named `email.ID.`, and their fields `email.ID.label`. */
const rowOf = (name: string): string | undefined => /^[^.]+\.[^.]+\.(?=[^.]+$)/.exec(name)?.[0];

/** The names of the fields of each row. */
export function rowsIn(values: Values): Map<string, string[]> {
  const rows = new Map<string, string[]>();
  for (const name of Object.keys(values)) {
    const row = rowOf(name);
    if (row === undefined) continue;
    const names = rows.get(row);
    if (names) names.push(name);
    else rows.set(row, [name]);
  }
  return rows;
}

/** A row that was changed here and is gone elsewhere is asked about as a whole. */
function rowConflict(names: string[], typed: Values): Conflict[] {
  const filled = names.filter((name) => typed[name]);
  const mine = filled.map((name) => typed[name]).join(', ');
  return filled.slice(0, 1).map((name) => ({ name, mine, theirs: '' }));
}

/** What was typed, save where the answer to a conflict was to take what is there, which is what the form was opened with. */
export function withChoices(form: URLSearchParams, opened: Values, typed: Values): Values {
  const result = { ...typed };
  const [openedRows, typedRows] = [rowsIn(opened), rowsIn(typed)];
  for (const [field, choice] of form) {
    if (!field.startsWith('choose.') || choice !== 'theirs') continue;
    const name = field.slice('choose.'.length);
    const row = rowOf(name);
    const isGone = row !== undefined && !openedRows.has(row);
    for (const one of isGone ? (typedRows.get(row) ?? []) : [name]) result[one] = opened[one] ?? '';
  }
  return result;
}

/** Text as a field of one line, or of several, gives it back. */
export const asTyped = (text: string | null | undefined, isLong = false): string => {
  const plain = (text ?? '').toWellFormed().replace(/\r\n?/g, '\n');
  return (isLong ? plain : plain.replace(/\n+/g, ' ')).trim();
};

/** Maximum fields, which no form reaches. */
const MAX_OPENED = 10_000;

/** A form's original values from its hidden field. Throws 400 for more fields than a form has. */
export function readOpened(text: string | null): Values {
  const read = parseJson(text ?? '');
  if (!isRecord(read)) return {};
  const entries = Object.entries(read);
  if (entries.length > MAX_OPENED) throw badRequest({ opened: `has more than ${MAX_OPENED} fields` });
  return Object.fromEntries(entries.map(([name, value]) => [name, typeof value === 'string' ? value : '']));
}
