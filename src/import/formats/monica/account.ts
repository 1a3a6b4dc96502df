// What an account of Monica 4.x holds, as the three ways out of it (API, JSON export, SQL export) tell it: rows with
// the names of Monica's own columns, what they point at already looked up. One mapping makes an archive of it.

export type Row = Record<string, unknown>;

/** What hangs on one contact. */
export const LISTS = [
  'contact_fields',
  'addresses',
  'notes',
  'calls',
  'conversations',
  'reminders',
  'tasks',
  'gifts',
  'debts',
  'pets',
  'life_events',
  'occupations',
  'photos',
  'documents',
] as const;
export type ListName = (typeof LISTS)[number];

export interface Person {
  /** Monica's UUID of the contact, which all three ways tell; else its number there. */
  key: string;
  row: Row;
  lists: Partial<Record<ListName, Row[]>>;
}

export interface Activity {
  row: Row;
  /** Keys of who took part. */
  people: string[];
}

/** `to` is the `type` of `from`: with type "child" `to` is the child. */
export interface Relationship {
  from: string;
  to: string;
  type: string;
  /** What `from` is of `to`, where the source tells. */
  reverse?: string;
}

export interface MonicaAccount {
  people: Person[];
  activities: Activity[];
  relationships: Relationship[];
  journal: Row[];
  /** Kinds of records that were not read, with how many there were. */
  leftOut: Map<string, number>;
}

export const newAccount = (): MonicaAccount => ({
  people: [],
  activities: [],
  relationships: [],
  journal: [],
  leftOut: new Map(),
});

export function countLeftOut({ leftOut }: MonicaAccount, kind: string, count: number): void {
  if (count > 0) leftOut.set(kind, (leftOut.get(kind) ?? 0) + count);
}

/** Whether a value says anything: an empty one needs no place. */
export const saysSomething = (value: unknown): boolean => {
  if (value === null || value === undefined || value === '' || value === false) return false;
  if (Array.isArray(value)) return value.length > 0;
  return typeof value !== 'object' || Object.values(value).some(saysSomething);
};

/** Adds a row to one of a person's lists. */
export function addTo({ lists }: Person, list: ListName, row: Row): void {
  const rows = lists[list];
  if (rows) rows.push(row);
  else lists[list] = [row];
}
