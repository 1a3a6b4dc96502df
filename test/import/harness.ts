import type { Client } from '../../src/client/client.ts';
import { readContacts } from '../../src/import/formats/read-contacts.ts';
import { type ImportOptions, importRecords } from '../../src/import/import-records.ts';
import { type ImportReport, withReading } from '../../src/import/records/import-report.ts';
import { type OpenClient, openClient } from '../../src/server/composition/open-client.ts';
import { createPeopleIn } from '../../src/server/transfer/create-people.ts';
import { settingsIn } from '../../src/settings.ts';
import { temporaryFolder } from '../support/service.ts';

/** A new service in this process, with helpers for import tests. */
export interface Harness {
  client: Client;
  /** Names of the writes since the last reset. */
  writes: string[];
  /** Deletes all contacts and clears the list of writes. */
  reset(): Promise<void>;
  importFile(content: Uint8Array | string, options?: ImportOptions): Promise<ImportReport>;
  close(): Promise<void>;
}

/** How an import creates people: see `createPeople` in its options. */
export const WAYS = ['in one transaction', 'by operations'] as const;

export async function openHarness(way: (typeof WAYS)[number] = 'in one transaction'): Promise<Harness> {
  const folder = temporaryFolder();
  const open: OpenClient = await openClient(settingsIn({ KITH_DATA_DIR: folder.path }));
  const { createPeople } = createPeopleIn(open);
  const past: ImportOptions = {
    createPeople(people) {
      harness.writes.push('createPeople');
      return createPeople!(people);
    },
  };
  const harness: Harness = {
    client: {
      ...open.client,
      call(name, args, options) {
        if (!/^(list|get)_/.test(name)) harness.writes.push(name);
        return open.client.call(name, args, options);
      },
    },
    writes: [],
    async reset() {
      for (const archived of [false, true]) await removeAll(open.client, archived);
      harness.writes = [];
    },
    async importFile(content, options = {}) {
      const reading = readContacts(Buffer.from(content));
      const how = { ...(way === 'in one transaction' && past), ...options };
      return withReading(await importRecords(harness.client, reading.records, how), reading);
    },
    async close() {
      await open.close();
      folder.remove();
    },
  };
  return harness;
}

async function removeAll({ call }: Client, archived: boolean): Promise<void> {
  for (;;) {
    const { data } = await call('list_contacts', { take: 500, archived });
    const contactIds = data.contacts.map(({ id }) => id);
    if (contactIds.length === 0) return;
    await call('bulk_delete_contacts', { contactIds });
  }
}

/** A vCard file from the lines of each card. */
export const vcards = (...cards: string[][]): string =>
  cards.map((lines) => ['BEGIN:VCARD', 'VERSION:4.0', ...lines, 'END:VCARD', ''].join('\n')).join('');

export const counts = ({ created, updated, skipped, failed }: ImportReport) => ({ created, updated, skipped, failed });
