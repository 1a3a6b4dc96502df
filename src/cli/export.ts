import { open, rename, rm } from 'node:fs/promises';
import { extname } from 'node:path';
import { parseArgs } from 'node:util';
import { KithError } from '../catalogue/error.ts';
import { openAccount } from './wiring.ts';

const FORMATS = ['json'] as const;
type Format = (typeof FORMATS)[number];

type Write = (text: string) => Promise<void>;

/** `kith export [FILE]`: everything as JSON, or the contacts as vCard or CSV; to stdout without a file. */
export async function runExport(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { format: { type: 'string' } } });
  const [file, ...more] = positionals;
  if (more.length > 0) throw new KithError('BadRequest', 'Usage: kith export [--format json] [FILE]');
  const format = formatOf(values.format, file);
  if (file === undefined) await EXPORTS[format](toStdout);
  else await intoFile(file, EXPORTS[format]);
  return 0;
}

/** As told, else by the file's name, else JSON. */
function formatOf(given: string | undefined, file: string | undefined): Format {
  const wanted = given ?? (file && extname(file).slice(1).toLowerCase());
  const known = FORMATS.find((format) => format === wanted);
  if (given !== undefined && !known) throw new KithError('BadRequest', `--format must be ${FORMATS.join(', ')}.`);
  return known ?? 'json';
}

const EXPORTS: Record<Format, (write: Write) => Promise<void>> = {
  async json(write) {
    const { account, client, close } = await openAccount('A JSON export');
    try {
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
};

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
