import { setImmediate } from 'node:timers/promises';
import type { Client } from '../client/client.ts';
import { photoAddress } from '../contract/photos.ts';
import { KithError } from '../shared/error.ts';
import { chunked } from '../shared/lists.ts';
import { applyDifference } from './matching/difference.ts';
import { type KnownContact, knownFromFile } from './matching/known-contact.ts';
import { loadMatchIndex } from './matching/match-index.ts';
import { contactTitleOf } from './matching/names.ts';
import { type IdentifiedRecord, identify, photoId } from './matching/record-ids.ts';
import { fileContacts } from './matching/same-person.ts';
import { type ImportReport, makeReport, type RowOutcome } from './records/import-report.ts';
import { type ImportRecord, PEOPLE_PER_BATCH } from './records/record.ts';
import { createContacts } from './writing/create-contacts.ts';
import { relationsOfFile } from './writing/file-relations.ts';
import { knownNotes } from './writing/notes.ts';
import { relatePeople } from './writing/relations.ts';
import type { ImportOptions, ImportRun } from './writing/run.ts';
import { loadTags } from './writing/tags.ts';
import { planUpdate, type UpdatePlan, updateFromRecord } from './writing/update-contact.ts';

export type { ImportOptions } from './writing/run.ts';

/**
 * Imports records into the service. Each is matched with a contact by id, or by a shared email address, phone number or
 * profile if the names are compatible. Then only missing values are added. Unmatched records are created. Two records
 * of one file become one contact only if they are certainly the same person. Safe to repeat: ids are derived from the
 * file, so a second run finds existing records and completes them, even after a crash.
 */
export function importRecords(
  client: Client,
  records: ImportRecord[],
  options: ImportOptions = {},
): Promise<ImportReport> {
  const batches = inBatches(chunked(identify(records), PEOPLE_PER_BATCH));
  return importPeople(client, { total: records.length, batches }, options);
}

/** A stream of a file's people with their future ids. */
export interface PeopleStream {
  /** Number of people, including unreadable ones. */
  total: number;
  batches: AsyncIterable<IdentifiedRecord[]>;
}

async function* inBatches<T>(batches: T[][]): AsyncGenerator<T[]> {
  yield* batches;
}

/** Imports people without holding all of them in memory. */
export async function importPeople(
  client: Client,
  people: PeopleStream,
  options: ImportOptions = {},
): Promise<ImportReport> {
  const [index, tags] = [await loadMatchIndex(client), await loadTags(client)];
  const notes = knownNotes(client, { asking: people.total, remember: options.dryRun ?? false });
  const gathered = { relations: relationsOfFile(), inFile: fileContacts(), pending: [], rows: [], duplicates: [] };
  const run: ImportRun = { client, options, index, tags, notes, ...gathered, total: people.total };
  const stopped = await importAll(run, people.batches);
  const { duplicates } = run;
  return makeReport(run.rows, { dryRun: options.dryRun ?? false, duplicates, ...(stopped && { stopped }) });
}

async function importAll(run: ImportRun, batches: PeopleStream['batches']): Promise<ImportReport['stopped']> {
  const canceled = () => ({ reason: 'canceled', left: run.total - run.rows.length });
  try {
    for await (const people of batches) {
      for (const batch of chunked(people, PEOPLE_PER_BATCH)) {
        if (run.options.signal?.aborted) return canceled();
        for (const entry of batch) await importOne(run, entry);
        await createPending(run);
        // The embedded service never waits, so without a pause the signal would not be noticed.
        await setImmediate();
      }
    }
    await relatePeople(run);
    return undefined;
  } catch (error) {
    // The service is unreachable or rejects everything. Completed work is still reported.
    if (!(error instanceof KithError)) throw error;
    return { reason: error.message, left: run.total - run.rows.length };
  }
}

async function importOne(run: ImportRun, entry: IdentifiedRecord): Promise<void> {
  if (entry.sameAs !== undefined) return settle(run, entry, 'skipped', `same card as line ${entry.sameAs}`);
  let plan = await planFor(run, entry);
  // The contact is in the pending batch, which must be created first.
  if (plan && run.pending.some(({ id }) => id === plan!.known.id)) {
    await createPending(run);
    plan = await planFor(run, entry);
  }
  if (plan) return bringUpToDate(run, entry, plan);
  const { contact, tags, notes, photo } = entry.record;
  const picture = photo && { image_url: photoAddress(photoId(photo)) };
  run.pending.push(entry);
  run.inFile.add(entry.id, entry.record);
  run.index.put(knownFromFile(entry.id, { ...contact, ...picture }, tags));
  run.notes.begin(entry.id, notes);
}

/** Finds the contact for a record and what it lacks. Prefers one that lacks nothing, then the most likely one. */
async function planFor(run: ImportRun, { id, record }: IdentifiedRecord): Promise<UpdatePlan | undefined> {
  const own = run.index.get(id);
  if (own) return planUpdate(run, own, record);
  let likeliest: UpdatePlan | undefined;
  for (const known of run.options.byIdOnly ? [] : run.index.matches(record.contact)) {
    if (!run.inFile.admits(known.id, record)) continue;
    const plan = await planUpdate(run, known, record);
    if (plan.adds.length === 0) return plan;
    likeliest ??= plan;
  }
  return likeliest;
}

async function createPending(run: ImportRun): Promise<void> {
  const batch = run.pending;
  run.pending = [];
  if (batch.length === 0) return;
  if (run.options.dryRun) {
    for (const entry of batch) settle(run, entry, 'created');
    return;
  }
  for await (const { entry, error, notesError, taken } of createContacts(run, batch)) {
    if (taken) await joinTaken(run, entry, taken);
    else if (error) failCreated(run, entry, error);
    else {
      run.options.onCreated?.(entry.id);
      if (notesError) settle(run, entry, 'failed', `created, but a note could not be added: ${notesError}`);
      else settleCreated(run, entry);
    }
    run.notes.written(entry.id);
  }
}

function settleCreated(run: ImportRun, entry: IdentifiedRecord): void {
  run.relations.became(entry.record, entry.id);
  settle(run, entry, 'created');
}

/** Prevents later records in this file from being matched with it. */
function failCreated(run: ImportRun, entry: IdentifiedRecord, error: string): void {
  run.index.remove(entry.id);
  run.notes.forget(entry.id);
  settle(run, entry, 'failed', error);
}

/** The id was taken after the index was loaded, or its contact was merged into another one. Adds to that contact. */
async function joinTaken(run: ImportRun, entry: IdentifiedRecord, taken: KnownContact): Promise<void> {
  run.index.remove(entry.id);
  run.notes.forget(entry.id);
  run.index.put(taken);
  await bringUpToDate(run, entry, await planUpdate(run, taken, entry.record));
}

async function bringUpToDate(run: ImportRun, entry: IdentifiedRecord, plan: UpdatePlan): Promise<void> {
  run.relations.became(entry.record, plan.known.id);
  run.inFile.add(plan.known.id, entry.record);
  const { adds, kept } = plan;
  if (adds.length === 0) return settle(run, entry, 'skipped', 'already there', kept);
  if (run.options.dryRun) {
    run.index.put(applyDifference(plan.known, plan.difference));
    run.notes.count(plan.known.id, plan.notes);
    return settle(run, entry, 'updated', `would add ${adds.join(', ')}`, kept);
  }
  const failure = await updateFromRecord(run, plan, entry.record);
  if (failure) settle(run, entry, 'failed', failure, kept);
  else settle(run, entry, 'updated', `added ${adds.join(', ')}`, kept);
}

function settle(
  run: ImportRun,
  { record }: IdentifiedRecord,
  outcome: RowOutcome,
  reason?: string,
  more: string[] = [],
): void {
  const warnings = [...record.warnings, ...more];
  const { line, file } = record;
  const row = { ...(file && { file }), line, outcome, name: contactTitleOf(record.contact) };
  run.rows.push({ ...row, ...(reason && { reason }), warnings });
  run.options.onProgress?.(run.rows.length, run.total);
}
