// Importing a file through the pages: what they show of it, and what they may ask for.

/** Maximum columns that a page offers to change. */
export const COLUMNS_SHOWN = 200;

/** What a person says about a file whose content does not tell, or tells it wrongly. */
export interface ImportChoices {
  /** The charset of its text. */
  encoding?: string | undefined;
  /** It must be an export of Monica's. */
  monica?: boolean | undefined;
  /** By the columns of a list, the fields that they are; null leaves one out. */
  columns?: Record<string, string | null> | undefined;
  dates?: 'day first' | 'month first' | undefined;
  /** Of a chat: what was said becomes notes too. */
  notes?: boolean | undefined;
  /** Of a chat: who the person is in it. */
  me?: string | undefined;
}

export const OUTCOMES = ['created', 'updated', 'skipped', 'failed'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** What becomes of one card, row or record. */
export interface ImportRow {
  /** Of several files in a zip. */
  file?: string | undefined;
  /** Where the file has lines. */
  line?: number | undefined;
  outcome: Outcome;
  name: string;
  reason?: string | undefined;
  warnings: string[];
}

/** What became of a file, or would. */
export interface ImportOutcome {
  format: string;
  counts: Record<Outcome, number>;
  rows: ImportRow[];
  /** Of an archive, which has more than people: what each kind of its rows is, and how many came in or were there. */
  tables: { name: string; created: number; there: number }[];
  /** How many of the new people are almost certainly there already. */
  duplicates: number;
  warnings: string[];
  /** Why it ended early, and how much it did not reach. */
  stopped?: { reason: string; left?: number | undefined } | undefined;
}

/** Why a file cannot be read. */
export interface ImportRefusal {
  reason: string;
  hint?: string | undefined;
}

export type ImportState = 'reading' | 'ready' | 'importing' | 'done' | 'refused';

/** A file on its way in. */
export interface ImportJob {
  id: string;
  /** Of the file. */
  name: string;
  state: ImportState;
  choices: ImportChoices;
  /** Of what is under way; undefined while nobody knows how much there is. */
  progress: { done: number; total: number } | undefined;
  /** What would be (`ready`), or was done (`done`). */
  outcome: ImportOutcome | undefined;
  /** Where it is `refused`. */
  refusal: ImportRefusal | undefined;
  /** The columns of a list whose header does not say all, with what they are taken for. */
  columns: Record<string, string | null> | undefined;
  /** It was canceled before anything was written. */
  isCanceled: boolean;
  /** Its encoding is a guess that may be wrong. */
  isGuessed: boolean;
}

export interface ImportServices {
  /** As large as a file may be. */
  mostBytes: number;
  /** What a column of a list may be. */
  fields(): Promise<readonly string[]>;
  /**
   * Takes a file and begins to find out what it would bring. The same file from the same form, sent twice, is one. Throws
   * 409 while another of the person's is being imported, 400 for choices that cannot be.
   */
  begin(userId: string, file: { name: string; bytes: Uint8Array }, key: string): ImportJob;
  /** Undefined where this process has no such file of theirs any more. */
  find(userId: string, id: string): ImportJob | undefined;
  /** The file that a person brought last. */
  latest(userId: string): ImportJob | undefined;
  /** Reads it again, otherwise. Throws 400 for choices that cannot be. */
  choose(userId: string, id: string, choices: ImportChoices): void;
  /** Writes. Asked twice by one form, it is done once. */
  go(userId: string, id: string, key: string, address: string | undefined): void;
  /** Ends what is being written; a file that is not is forgotten. */
  cancel(userId: string, id: string): void;
}
