import type { ArchiveRow } from '../../contract/archive.ts';
import { chunked, groupBy } from '../../shared/lists.ts';
import { recordsIn } from '../../shared/records.ts';
import { type ArchiveImport, argumentsFrom } from './archive-import.ts';

const BATCH = 200;

/** The existing memberships, values and relations. */
interface ExistingAssociations {
  members: Set<string>;
  values: Set<string>;
  relations: Set<string>;
}

const reads = new WeakMap<ArchiveImport, Promise<ExistingAssociations>>();

/** Reads them once per run. */
function present(run: ArchiveImport): Promise<ExistingAssociations> {
  const reading = reads.get(run) ?? readPresent(run);
  reads.set(run, reading);
  return reading;
}

const RELATIONS = 'contact_relations_contact_relations_sourceTocontacts';

async function readPresent(run: ArchiveImport): Promise<ExistingAssociations> {
  const found: ExistingAssociations = { members: new Set(), values: new Set(), relations: new Set() };
  const include = { groups_contacts: true, contacts_custom_fields: true, [RELATIONS]: true };
  for (const archived of [false, true]) {
    for await (const contacts of run.pages('list_contacts', 'contacts', { include, archived })) {
      for (const contact of contacts) {
        const within = (name: string) => recordsIn(contact[name]);
        for (const { group_id } of within('groups_contacts')) found.members.add(`${contact.id} ${group_id}`);
        for (const { custom_field_id } of within('contacts_custom_fields'))
          found.values.add(`${contact.id} ${custom_field_id}`);
        for (const { destination } of within(RELATIONS)) found.relations.add(`${contact.id} ${destination}`);
      }
    }
  }
  return found;
}

/** The rows that do not exist yet. Existing ones are counted. */
function missing(
  run: ArchiveImport,
  table: Table,
  there: Set<string>,
  nameOf: (row: ArchiveRow) => string,
): ArchiveRow[] {
  const rows = run.rows(table);
  const left = rows.filter((row) => !there.has(nameOf(row)));
  run.counts(table).kept += rows.length - left.length;
  return left;
}
type Table = 'groups_contacts' | 'contacts_custom_fields' | 'contact_relations';

interface BulkAnswer {
  data: { failed: { id: string; error: { message: string } }[] };
}

/** Sends rows in bulk. Rejected rows are reported individually. */
async function writeMany(
  run: ArchiveImport,
  table: Table,
  rows: ArchiveRow[],
  work: (rows: ArchiveRow[]) => Promise<BulkAnswer>,
): Promise<void> {
  for (const part of chunked(rows, BATCH)) {
    const answer = run.options.dryRun ? undefined : await work(part);
    const failed = answer?.data.failed ?? [];
    run.counts(table).added += part.length - failed.length;
    run.counts(table).leftOut += failed.length;
    for (const { id, error } of failed) run.report.problems.push({ table, row: id, reason: error.message });
  }
}

export async function putMemberships(run: ArchiveImport): Promise<void> {
  const { members } = await present(run);
  const nameOf = (row: ArchiveRow) => `${run.idOf(row.contact_id)} ${run.idOf(row.group_id)}`;
  const absent = missing(run, 'groups_contacts', members, nameOf);
  for (const [group, rows] of groupBy(absent, ({ group_id }) => group_id)) {
    await writeMany(run, 'groups_contacts', rows, (part) =>
      run.client.call('add_contacts_to_group', {
        groupId: run.idOf(group),
        contactIds: part.map(({ contact_id }) => run.idOf(contact_id)),
      }),
    );
  }
}

export async function putValues(run: ArchiveImport): Promise<void> {
  const { values } = await present(run);
  const nameOf = (row: ArchiveRow) => `${run.idOf(row.contact_id)} ${run.idOf(row.custom_field_id)}`;
  await writeMany(run, 'contacts_custom_fields', missing(run, 'contacts_custom_fields', values, nameOf), (part) =>
    run.client.call('set_custom_field_values', {
      custom_fields: part.map(({ contact_id, custom_field_id, text_value, date_value, array_value }) => ({
        contact_id: run.idOf(contact_id),
        custom_field_id: run.idOf(custom_field_id),
        ...(text_value != null && { text_value: String(text_value) }),
        ...(date_value != null && { date_value: String(date_value) }),
        ...(Array.isArray(array_value) && { array_value: array_value.map(String) }),
      })),
    }),
  );
}

export async function putRelations(run: ArchiveImport): Promise<void> {
  const { relations } = await present(run);
  const nameOf = (row: ArchiveRow) => `${run.idOf(row.source)} ${run.idOf(row.destination)}`;
  for (const row of missing(run, 'contact_relations', relations, nameOf)) {
    const { source, destination, source_contact = null, destination_contact = null } = row;
    const relation = { destination: run.idOf(destination), source_contact, destination_contact };
    const change = { contactId: run.idOf(source), related_contacts: { append: [relation] } };
    await run.write('contact_relations', row, () =>
      run.client.call('update_contact', argumentsFrom<'update_contact'>(change)),
    );
  }
}
