import { badRequest } from '../../shared/error.ts';
import { isRecord, parseJson } from '../../shared/records.ts';
import { FORM_ERRORS } from '../words/errors.ts';

/** Form fields by name. Several values with one name, as from checkboxes, are joined by newlines. */
export type Values = Record<string, string>;

/** A field that was changed differently in the form and in the record. */
export interface Conflict {
  name: string;
  mine: string;
  theirs: string;
}

/**
 * Merges a form with a record that may have changed since the form was opened. Untouched fields follow the record, and
 * edited fields keep the input. A missing name means no value.
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

/** Field names of each row. */
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

/** A row that was edited here and deleted elsewhere is one conflict. */
function rowConflict(names: string[], typed: Values): Conflict[] {
  const filled = names.filter((name) => typed[name]);
  const mine = filled.map((name) => typed[name]).join(', ');
  return filled.slice(0, 1).map((name) => ({ name, mine, theirs: '' }));
}

/**
 * The input, or the stored value, if the user chose it to resolve a conflict. The form was opened with the stored
 * value.
 */
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

/** Text as an input or a textarea returns it. */
export const asTyped = (text: string | null | undefined, isLong = false): string => {
  const plain = (text ?? '').toWellFormed().replace(/\r\n?/g, '\n');
  return (isLong ? plain : plain.replace(/\n+/g, ' ')).trim();
};

/** Maximum fields. No form has so many. */
const MAX_OPENED = 10_000;

/** A form's original values from its hidden field. Throws 400 for more fields than a form has. */
export function readOpened(text: string | null): Values {
  const read = parseJson(text ?? '');
  if (!isRecord(read)) return {};
  const entries = Object.entries(read);
  if (entries.length > MAX_OPENED) throw badRequest({ opened: FORM_ERRORS.manyFields(MAX_OPENED) });
  return Object.fromEntries(entries.map(([name, value]) => [name, typeof value === 'string' ? value : '']));
}
