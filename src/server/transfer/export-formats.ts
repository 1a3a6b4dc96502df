import type { Client } from '../../client/client.ts';
import { type ArchiveRow, archiveTable, TABLE_NAMES } from '../../contract/archive.ts';
import type { ExportFormat } from '../../contract/export-formats.ts';
import { photoIdIn, pictureAddress } from '../../contract/photos.ts';
import { displayNameOf, type ExportedPerson } from '../../export/people.ts';
import { KithError } from '../../shared/error.ts';
import type { OpenClient } from '../composition/open-client.ts';

/** The data to export; only the client if the service is remote. */
type Opened = Pick<OpenClient, 'client' | 'userData'>;

export interface Export {
  write(text: string): Promise<void>;
  /** Leaves formulas in a CSV as they are. */
  raw: boolean;
  /** Records something that the file does not contain: a value or a whole contact. */
  leftOut(what: string, kind: 'value' | 'contact'): void;
}

/** Exporters by format. */
export const EXPORTS: Record<ExportFormat, (open: Opened, into: Export) => Promise<void>> = {
  async json({ userData, client }, { write }) {
    if (!userData) return await fromApi(client, write);
    // Finishes pending work of an earlier process, whose results belong to the data.
    await client.call('get_current_user', {});
    await userData.idle();
    const [{ exportRows }, { archiveWriter }] = await Promise.all([
      import('../../service/history/archive/export.ts'),
      import('../../export/archive-writer.ts'),
    ]);
    const writer = archiveWriter(write);
    const { name, time_zone, country } = userData.user;
    await writer.begin({ name, time_zone, country });
    let begun = false;
    await userData.read((context) => {
      // A store can repeat its work after a failure, but written rows cannot be removed from the file.
      if (begun) throw new KithError('ServiceUnavailable', 'The database failed during the export. Run it again.');
      begun = true;
      return exportRows(context, writer.rows);
    });
    await writer.end();
  },

  async vcf({ client }, { write, leftOut }) {
    const [{ allPeople }, { cardOf, groupCard }] = await Promise.all([
      import('../../export/people.ts'),
      import('../../export/vcard.ts'),
    ]);
    const members = new Map<string, { id: string; name: string; ids: string[] }>();
    for await (const person of allPeople(client)) {
      const card = await shaped(person, leftOut, () => cardOf(person, photosOf(client, person, leftOut)));
      if (card === undefined) continue;
      await write(card);
      for (const { groups } of person.contact.groups_contacts ?? []) {
        const group = members.get(groups.id) ?? { ...groups, ids: [] };
        members.set(groups.id, { ...group, ids: [...group.ids, person.contact.id] });
      }
    }
    for (const { ids, ...group } of members.values()) await write(groupCard(group, ids));
  },

  async csv({ client }, { write, raw, leftOut }) {
    const [{ allPeople }, { csvRowOf, tableOf }] = await Promise.all([
      import('../../export/people.ts'),
      import('../../export/csv.ts'),
    ]);
    const rows = [];
    for await (const person of allPeople(client)) {
      const row = await shaped(person, leftOut, () => csvRowOf(person));
      if (row) rows.push(row);
    }
    await write(tableOf(rows, raw));
  },
};

/** Exports all data that a remote service returns over its API. */
async function fromApi(client: Client, write: Export['write']): Promise<void> {
  const [{ readService }, { archiveWriter }] = await Promise.all([
    import('../../import/from-service/read-service.ts'),
    import('../../export/archive-writer.ts'),
  ]);
  const archive = await readService(client);
  const writer = archiveWriter(write);
  await writer.begin(archive.settings ?? { name: null, time_zone: 'UTC', country: null });
  for (const table of TABLE_NAMES) {
    const rows = archive.rows[table] ?? [];
    const { key } = archiveTable(table);
    const nameOf = (row: ArchiveRow) => key.map((column) => row[column]).join(' ');
    await writer.rows(
      table,
      [...rows].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1)),
    );
  }
  await writer.end();
}

/** Formats a person as a row or card. Undefined, and recorded as omitted, if a value cannot be formatted. */
async function shaped<T>(
  { contact }: ExportedPerson,
  leftOut: Export['leftOut'],
  make: () => T | Promise<T>,
): Promise<T | undefined> {
  try {
    return await make();
  } catch (error) {
    // The service failed, not the card.
    if (error instanceof KithError) throw error;
    leftOut(`${nameOf(contact)} left out: ${(error as Error).message}`, 'contact');
    return undefined;
  }
}

const nameOf = (contact: ExportedPerson['contact']): string => `${displayNameOf(contact) || 'No name'} (${contact.id})`;

/** A photo stored by the service, as a data URL. No other URL is fetched. */
const photosOf =
  (client: Client, { contact }: ExportedPerson, leftOut: Export['leftOut']) =>
  async (address: string) => {
    const id = photoIdIn(address);
    const photo = id && (await client.photo(id));
    if (photo) return pictureAddress(photo.bytes);
    leftOut(`${nameOf(contact)}: picture left out: ${address.slice(0, 100)} is not stored in kith`, 'value');
    return undefined;
  };
