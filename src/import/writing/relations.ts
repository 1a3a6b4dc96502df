import type { Operations } from '../../contract/operations.ts';
import type { ArgumentsOf } from '../../contract/schema/operation.ts';
import { type ImportRun, isRejected } from './run.ts';

/** Relates the people whose cards refer to each other. People who are already related are skipped. */
export async function relatePeople(run: ImportRun): Promise<void> {
  if (run.options.dryRun) return;
  for (const { place, source, destination, source_contact, destination_contact } of run.relations.pairs()) {
    if (run.options.signal?.aborted) return;
    try {
      if (await areRelated(run, source, destination)) continue;
      const change: ArgumentsOf<Operations['update_contact']> = {
        contactId: source,
        related_contacts: { append: [{ destination, source_contact, destination_contact }] },
      };
      await run.client.call('update_contact', change);
    } catch (error) {
      if (!isRejected(error)) throw error;
      const row = run.rows.find(({ line, file }) => line === place.line && file === place.file);
      row?.warnings.push(`a relation was left out: ${error.message}`);
    }
  }
}

async function areRelated({ client }: ImportRun, one: string, other: string): Promise<boolean> {
  const { contact } = (await client.call('get_contact', { contactId: one })).data;
  const related = [
    ...(contact.contact_relations_contact_relations_sourceTocontacts ?? []).map(({ destination }) => destination),
    ...(contact.contact_relations_contact_relations_destinationTocontacts ?? []).map(({ source }) => source),
  ];
  return related.includes(other);
}
