import type { ArgumentsOf } from '../../contract/operation.ts';
import type { Operations } from '../../contract/operations.ts';
import { bareUid, type ImportRecord } from '../record.ts';
import { type ImportRun, isRefused } from './run.ts';

/** Two people of one file, and what each is to the other as far as their cards say. */
interface Pair {
  record: ImportRecord;
  source: string;
  destination: string;
  source_contact: string | null;
  destination_contact: string | null;
}

/** Relates the people whose cards name each other, each pair once; those who are related already stay as they are. */
export async function relatePeople(run: ImportRun, records: ImportRecord[]): Promise<void> {
  if (run.options.dryRun) return;
  for (const pair of pairsOf(run, records)) {
    if (run.options.signal?.aborted) return;
    const { record, source, destination } = pair;
    try {
      if (await areRelated(run, source, destination)) continue;
      const { source_contact, destination_contact } = pair;
      const change: ArgumentsOf<Operations['update_contact']> = {
        contactId: source,
        related_contacts: { append: [{ destination, source_contact, destination_contact }] },
      };
      await run.client.call('update_contact', change);
    } catch (error) {
      if (!isRefused(error)) throw error;
      const row = run.rows.find(({ line, file }) => line === record.line && file === record.file);
      row?.warnings.push(`a relation was left out: ${error.message}`);
    }
  }
}

function pairsOf(run: ImportRun, records: ImportRecord[]): Pair[] {
  const nameOf = (uid: string, { file = '' }: ImportRecord) => `${file} ${bareUid(uid)}`;
  const people = new Map(
    records.flatMap((record) => {
      const id = run.became.get(record);
      return record.uid !== undefined && id !== undefined ? [[nameOf(record.uid, record), id] as const] : [];
    }),
  );
  const pairs = new Map<string, Pair>();
  for (const record of records) {
    const own = run.became.get(record);
    for (const { uid, what } of record.related ?? []) {
      const other = people.get(nameOf(uid, record));
      if (own === undefined || other === undefined || own === other) continue;
      const mirrored = pairs.get(`${other} ${own}`);
      if (mirrored) mirrored.source_contact ??= what ?? null;
      else
        pairs.set(`${own} ${other}`, {
          ...{ record, source: own, destination: other },
          ...{ source_contact: null, destination_contact: what ?? null },
        });
    }
  }
  return [...pairs.values()];
}

async function areRelated({ client }: ImportRun, one: string, other: string): Promise<boolean> {
  const { contact } = (await client.call('get_contact', { contactId: one })).data;
  const related = [
    ...(contact.contact_relations_contact_relations_sourceTocontacts ?? []).map(({ destination }) => destination),
    ...(contact.contact_relations_contact_relations_destinationTocontacts ?? []).map(({ source }) => source),
  ];
  return related.includes(other);
}
