import { constants, open } from 'node:fs/promises';
import { extname } from 'node:path';
import { EXPORT_FORMATS, type ExportFormat } from '../../contract/export-formats.ts';
import { oneLine, sayExactly, tell } from '../../process/print.ts';
import { recordDone } from '../../server/composition/local-data.ts';
import { openClient } from '../../server/composition/open-client.ts';
import { tellWhoseData } from '../../server/composition/whose-data.ts';
import { EXPORTS, type Export } from '../../server/transfer/export-formats.ts';
import { KithError } from '../../shared/error.ts';
import { writeAtomically } from '../../shared/files/atomic-write.ts';
import { mayReplace } from '../input/ask.ts';

interface ExportOptions {
  format?: string | undefined;
  raw?: true | undefined;
  force?: true | undefined;
}

/**
 * `kith export [FILE]`: exports everything as JSON, or the contacts as vCard or CSV. Writes to stdout without a file or
 * with `-`.
 */
export async function runExport(file: string | undefined, values: ExportOptions): Promise<number> {
  const format = formatOf(values.format, file);
  if (values.raw && format !== 'csv') throw new KithError('BadRequest', '--raw works only with CSV.');
  const lost: Parameters<Export['leftOut']>[] = [];
  const into = (write: Export['write']): Export => ({
    write,
    raw: values.raw === true,
    leftOut: (...what) => lost.push(what),
  });
  if (file === undefined || file === '-') await written(format, into(sayExactly));
  else {
    const replace = await mayReplace(file, values.force === true);
    await writeAtomically(file, replace, (draft) =>
      intoFile(draft, (write) => written(format, into(write), tellWhoseData)),
    );
    tell(`Wrote ${file}.\n`);
  }
  await recordDone({ event: 'data.exported', detail: format });
  for (const [what] of lost) tell(`${oneLine(what)}\n`);
  return lost.some(([, kind]) => kind === 'contact') ? 1 : 0;
}

/** Returns the given format, or the one for the file extension (default: JSON). */
function formatOf(given: string | undefined, file = ''): ExportFormat {
  const wanted = given ?? extname(file).slice(1).toLowerCase();
  const known = EXPORT_FORMATS.find((format) => format === wanted);
  if (known) return known;
  if (given !== undefined) throw new KithError('BadRequest', '--format must be json, vcf, or csv.');
  if (wanted === '') return 'json';
  throw new KithError('BadRequest', `${file}: unknown format ".${wanted}".`, {
    hint: 'Use the extension .json, .vcf, or .csv, or choose a format with --format.',
  });
}

async function written(format: ExportFormat, into: Export, before?: typeof tellWhoseData): Promise<void> {
  const { client, userData, embedded, close } = await openClient();
  try {
    await before?.(embedded);
    await EXPORTS[format]({ client, userData }, into);
  } finally {
    await close();
  }
}

/** Writes to a draft, opened without following symbolic links. */
async function intoFile(draft: string, work: (write: Export['write']) => Promise<void>): Promise<void> {
  const handle = await open(draft, constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    await work(async (text) => void (await handle.writeFile(text)));
  } finally {
    await handle.close();
  }
}
