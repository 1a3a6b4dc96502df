// The import service as the web app uses it.

/** Maximum columns that a page offers to change. */
export const COLUMNS_SHOWN = 200;

/** Choices for a file whose content is ambiguous. */
export interface ImportChoices {
  /** The character encoding. */
  encoding?: string | undefined;
  /** Requires a Monica export. */
  monica?: boolean | undefined;
  /** The field of each column. Null leaves the column out. */
  columns?: Record<string, string | null> | undefined;
  dates?: 'day first' | 'month first' | undefined;
  /** For a chat: whether its messages become notes. */
  notes?: boolean | undefined;
  /** For a chat: the user's name in it. */
  me?: string | undefined;
}

export const OUTCOMES = ['created', 'updated', 'skipped', 'failed'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** The result for one card, row, or record. */
export interface ImportRow {
  /** The name of the file in a zip archive. */
  file?: string | undefined;
  /** The line, if the file has lines. */
  line?: number | undefined;
  outcome: Outcome;
  name: string;
  reason?: string | undefined;
  warnings: string[];
}

/** The result or the preview of a file. */
export interface ImportOutcome {
  format: string;
  counts: Record<Outcome, number>;
  rows: ImportRow[];
  /** For an archive with more than people: the number of imported and existing rows of each kind. */
  tables: { name: string; created: number; there: number }[];
  /** The number of new people who are almost certainly duplicates. */
  duplicates: number;
  warnings: string[];
  /** Properties without a field: the number of contacts with each, and its first lines. */
  unmapped: { name: string; contacts: number; lines: number[] }[];
  /** The reason it ended early, and the number of rows that were not reached. */
  stopped?: { reason: string; left?: number | undefined } | undefined;
}

/** The reason a file cannot be read. */
export interface ImportRefusal {
  reason: string;
  hint?: string | undefined;
}

export type ImportState = 'reading' | 'ready' | 'importing' | 'done' | 'refused';

/** A file that is being imported. */
export interface ImportJob {
  id: string;
  /** The file's name and size. */
  name: string;
  state: ImportState;
  choices: ImportChoices;
  /** Progress. Undefined until the total is known. */
  progress: { done: number; total: number } | undefined;
  /** The preview (`ready`) or the result (`done`). */
  outcome: ImportOutcome | undefined;
  /** Ids of the contacts that the file's imports created. */
  created: string[];
  /** The reason, if `refused`. */
  refusal: ImportRefusal | undefined;
  /** Columns whose header is ambiguous, with their assumed fields. */
  columns: Record<string, string | null> | undefined;
  /** Canceled before any change. */
  isCanceled: boolean;
  /** The encoding is a guess that may be wrong. */
  isGuessed: boolean;
}

export interface ImportServices {
  /** Maximum bytes of a file. */
  mostBytes: number;
  /** The possible fields of a column. */
  fields(): Promise<readonly string[]>;
  /**
   * Accepts a file and starts its preview. The same file from the same form is accepted once. Throws 409 while the user
   * imports another file, and 400 for invalid choices.
   */
  begin(userId: string, file: { name: string; bytes: Uint8Array }, key: string): ImportJob;
  /** Undefined if this process does not have the user's file. */
  find(userId: string, id: string): ImportJob | undefined;
  /** The user's last file. */
  latest(userId: string): ImportJob | undefined;
  /** Reads the file again with other choices. Throws 400 for invalid choices. */
  choose(userId: string, id: string, choices: ImportChoices): void;
  /** Starts the import. Runs once for a form. */
  go(userId: string, id: string, key: string, address: string | undefined): void;
  /** Cancels an import, or drops a file that is not being imported. */
  cancel(userId: string, id: string): void;
}
