import type { Client } from '../../client/client.ts';
import type { Operations } from '../../contract/operations.ts';
import type { ArgumentsOf } from '../../contract/schema/operation.ts';
import { KithError } from '../../shared/error.ts';
import type { MatchIndex } from '../matching/match-index.ts';
import type { Identified } from '../matching/record-ids.ts';
import type { FileContacts } from '../matching/same-person.ts';
import type { ReportDuplicate, ReportRow } from '../records/import-report.ts';
import type { FileRelations } from './file-relations.ts';
import type { KnownNotes } from './notes.ts';
import type { KnownTags } from './tags.ts';

/** Somebody who is to be created, as the operations take contact and notes. */
export interface NewPerson {
  contact: Body;
  photo?: Uint8Array;
  notes: NoteBody[];
}

type Body = ArgumentsOf<Operations['bulk_create_contacts']>['contacts'][number];
type NoteBody = ArgumentsOf<Operations['create_note']>;

/** What became of those who were to be created, and which of them are almost certainly there already. */
export interface CreatedPeople {
  people: { error?: { code: string; message: string }; notesError?: string }[];
  duplicates: { contactIds: string[]; score: number; reasons: string[] }[];
}

export interface ImportOptions {
  /** Say what would be done and send no write. */
  dryRun?: boolean;
  /** Ends the import at the next batch; what is done stays done. */
  signal?: AbortSignal;
  onProgress?(done: number, total: number): void;
  /** Matches records by their ids alone: the caller has found out already who is who. */
  byIdOnly?: boolean;
  /** Creates people with their notes in one transaction, where the data is in this process; else by operations. */
  createPeople?(people: NewPerson[]): Promise<CreatedPeople>;
}

/** What the parts of one import share. */
export interface ImportRun {
  client: Client;
  options: ImportOptions;
  index: MatchIndex;
  notes: KnownNotes;
  tags: KnownTags;
  relations: FileRelations;
  /** Contacts that this file's records created or were added to. */
  inFile: FileContacts;
  /** Records that will be created with the next batch. */
  pending: Identified[];
  total: number;
  rows: ReportRow[];
  duplicates: ReportDuplicate[];
}

/** Whether the service refused what was sent, rather than the key or the rate, or was in trouble itself. */
export const isRefused = (error: unknown): error is KithError =>
  error instanceof KithError && [400, 404, 409, 413].includes(error.status);
