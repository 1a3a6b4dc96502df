import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type ArchiveRow, archiveTable, TABLE_NAMES } from '../catalogue/archive.ts';
import { KithError } from '../catalogue/error.ts';
import type { Client } from '../client/client.ts';
import { dataDirectory } from './settings.ts';
import { openClient } from './wiring.ts';
import { recordDone } from './with-data.ts';

const FORMATS = ['json', 'vcf', 'csv'] as const;
type Format = (typeof FORMATS)[number];

type Write = (text: string) => Promise<void>;

/** `kith export [FILE]`: everything as JSON, or the contacts as vCard or CSV; to stdout without a file. */
export async function runExport(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { format: { type: 'string' } } });
  const [file, ...more] = positionals;
  if (more.length > 0) throw new KithError('BadRequest', 'Usage: kith export [--format json|vcf|csv] [FILE]');
  const format = formatOf(values.format, file);
  if (file === undefined) await EXPORTS[format](toStdout);
  else {
    await intoFile(file, EXPORTS[format]);
    process.stderr.write(`${file} is written.\n`);
  }
  await recordDone({ event: 'data.exported', detail: format });
  return 0;
}

/** As told, else by the file's name; JSON where that has no ending. */
function formatOf(given: string | undefined, file = ''): Format {
  const wanted = given ?? extname(file).slice(1).toLowerCase();
  const known = FORMATS.find((format) => format === wanted);
  if (known) return known;
  if (given !== undefined) throw new KithError('BadRequest', '--format must be json, vcf or csv.');
  if (wanted === '') return 'json';
  throw new KithError('BadRequest', `${file}: there is no format .${wanted}.`, {
    hint: 'Name the file .json, .vcf or .csv, or say which with --format.',
  });
}

const EXPORTS: Record<Format, (write: Write) => Promise<void>> = {
  async json(write) {
    const { account, client, close } = await openClient();
    try {
      if (!account) return await fromApi(client, write);
      // Messages that an earlier process left are worked off first: what they lead to belongs to the data.
      await client.call('get_current_user', {});
      await account.idle();
      const [{ exportRows }, { archiveWriter }] = await Promise.all([
        import('../service/archive/export.ts'),
        import('../transfer/archive/file.ts'),
      ]);
      const writer = archiveWriter(write);
      const { name, time_zone, country } = account.user;
      await writer.begin({ name, time_zone, country });
      let begun = false;
      await account.read((context) => {
        // A store may run its work again after trouble; what was written cannot be taken back.
        if (begun) throw new KithError('ServiceUnavailable', 'The database failed during the export. Run it again.');
        begun = true;
        return exportRows(context, writer.rows);
      });
      await writer.end();
    } finally {
      await close();
    }
  },

  async vcf(write) {
    const { client, close } = await openClient();
    try {
      const [{ allPeople }, { cardOf, groupCard }] = await Promise.all([
        import('../transfer/export/people.ts'),
        import('../transfer/export/vcard.ts'),
      ]);
      const members = new Map<string, { id: string; name: string; ids: string[] }>();
      for await (const person of allPeople(client)) {
        await write(await cardOf(person, photoAsData));
        for (const { groups } of person.contact.groups_contacts ?? []) {
          const group = members.get(groups.id) ?? { ...groups, ids: [] };
          members.set(groups.id, { ...group, ids: [...group.ids, person.contact.id] });
        }
      }
      for (const { ids, ...group } of members.values()) await write(groupCard(group, ids));
    } finally {
      await close();
    }
  },

  async csv(write) {
    const { client, close } = await openClient();
    try {
      const [{ allPeople }, { tableOf }] = await Promise.all([
        import('../transfer/export/people.ts'),
        import('../transfer/export/csv.ts'),
      ]);
      const people = [];
      for await (const person of allPeople(client)) people.push(person);
      await write(tableOf(people));
    } finally {
      await close();
    }
  },
};

/** Of a remote service: all that its API tells. */
async function fromApi(client: Client, write: Write): Promise<void> {
  const [{ apiReader, readWhole }, { archiveWriter }] = await Promise.all([
    import('../transfer/from/api.ts'),
    import('../transfer/archive/file.ts'),
  ]);
  const archive = await readWhole(apiReader(client));
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

const MEDIA_TYPES: Record<string, string> = {
  jpg: 'jpeg',
  png: 'png',
  gif: 'gif',
  webp: 'webp',
  bmp: 'bmp',
  heic: 'heic',
};

/** A photo that an import saved here; of no other file is anything read. */
async function photoAsData(address: string): Promise<string | undefined> {
  const folder = join(dataDirectory(), 'photos');
  if (!address.startsWith('file:') || dirname(fileURLToPath(address)) !== folder) return undefined;
  const type = MEDIA_TYPES[extname(address).slice(1)];
  const bytes = type && (await readFile(fileURLToPath(address)).catch(() => undefined));
  return bytes ? `data:image/${type};base64,${bytes.toString('base64')}` : undefined;
}

/** A pipe takes 64 KB at a time. */
const toStdout: Write = (text) => new Promise((resolve) => process.stdout.write(text, () => resolve()));

/** Written whole beside the file and then put in its place, so that a failure leaves what was there. Owner only. */
async function intoFile(file: string, work: (write: Write) => Promise<void>): Promise<void> {
  const draft = `${file}.part`;
  const handle = await open(draft, 'w', 0o600);
  try {
    await work(async (text) => void (await handle.writeFile(text)));
    await handle.sync();
    await handle.close();
    await rename(draft, file);
  } catch (error) {
    await handle.close().catch(() => {});
    await rm(draft, { force: true });
    throw error;
  }
}
