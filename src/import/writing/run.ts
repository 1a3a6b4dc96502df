import type { Client } from '../../client/client.ts';
import type { Operations } from '../../contract/operations.ts';
import type { ArgumentsOf } from '../../contract/schema/operation.ts';
import { KithError } from '../../shared/error.ts';
import type { MatchIndex } from '../matching/match-index.ts';
import type { IdentifiedRecord } from '../matching/record-ids.ts';
import type { FileContacts } from '../matching/same-person.ts';
import type { ReportDuplicate, ReportRow } from '../records/import-report.ts';
import type { FileRelations } from './file-relations.ts';
import type { KnownNotes } from './notes.ts';
import type { KnownTags } from './tags.ts';

/** A person to create, as operation arguments for contact and notes. */
export interface NewPerson {
  contact: Body;
  photo?: Uint8Array;
  notes: NoteBody[];
}

type Body = ArgumentsOf<Operations['bulk_create_contacts']>['contacts'][number];
type NoteBody = ArgumentsOf<Operations['create_note']>;

/** The outcome for each person, and possible duplicates of existing contacts. */
export interface CreatedPeople {
  people: { error?: { code: string; message: string }; notesError?: string }[];
  duplicates: { contactIds: string[]; score: number; reasons: string[] }[];
}

export interface ImportOptions {
  /** Report what would be done, without writing. */
  dryRun?: boolean;
  /** Stops the import at the next batch. Completed work is kept. */
  signal?: AbortSignal;
  onProgress?(done: number, total: number): void;
  /** Called with the id of each created contact. */
  onCreated?(contactId: string): void;
  /** Matches records only by id, because the caller has already matched them. */
  byIdOnly?: boolean;
  /** Creates people with their notes in one transaction, if the data is local. The default is to call operations. */
  createPeople?(people: NewPerson[]): Promise<CreatedPeople>;
}

/** State shared by the parts of an import. */
export interface ImportRun {
  client: Client;
  options: ImportOptions;
  index: MatchIndex;
  notes: KnownNotes;
  tags: KnownTags;
  relations: FileRelations;
  /** Contacts that this file's records created or updated. */
  inFile: FileContacts;
  /** Records to create with the next batch. */
  pending: IdentifiedRecord[];
  total: number;
  rows: ReportRow[];
  duplicates: ReportDuplicate[];
}

/** Whether the service rejected the data, as opposed to an authentication, rate limit or server error. */
export const isRejected = (error: unknown): error is KithError =>
  error instanceof KithError && [400, 404, 409, 413].includes(error.status);
