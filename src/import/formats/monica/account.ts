// The content of a Monica 4.x account from any source (API, JSON export, SQL export): rows with Monica's column names
// and resolved references. The same code converts all of them to an archive.

export type MonicaRow = Record<string, unknown>;

/** Lists that belong to one contact. */
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
export type MonicaListName = (typeof LISTS)[number];

export interface MonicaPerson {
  /** Monica's UUID of the contact, which all three sources have; otherwise its number there. */
  key: string;
  row: MonicaRow;
  lists: Partial<Record<MonicaListName, MonicaRow[]>>;
}

export interface Activity {
  row: MonicaRow;
  /** Keys of the participants. */
  people: string[];
}

/** `to` is the `type` of `from`: with type "child", `to` is the child. */
export interface Relationship {
  from: string;
  to: string;
  type: string;
  /** What `from` is to `to`, if the source specifies it. */
  reverse?: string;
}

export interface MonicaAccount {
  people: MonicaPerson[];
  activities: Activity[];
  relationships: Relationship[];
  journal: MonicaRow[];
  /** Number of skipped records by kind. */
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

/** Whether a value is not empty. */
export const saysSomething = (value: unknown): boolean => {
  if (value === null || value === undefined || value === '' || value === false) return false;
  if (Array.isArray(value)) return value.length > 0;
  return typeof value !== 'object' || Object.values(value).some(saysSomething);
};

/** Adds a row to one of a person's lists. */
export function addTo({ lists }: MonicaPerson, list: MonicaListName, row: MonicaRow): void {
  const rows = lists[list];
  if (rows) rows.push(row);
  else lists[list] = [row];
}
