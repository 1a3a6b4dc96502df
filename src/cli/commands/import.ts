import { setFlagsFromString } from 'node:v8';
import { type Mapping, readMapping } from '../../import/formats/csv/mapping.ts';
import type { ImportOptions } from '../../import/import-records.ts';
import { settings } from '../../process/environment.ts';
import { say, sayJson, tell } from '../../process/print.ts';
import { recordDone } from '../../server/composition/local-data.ts';
import { type OpenClient, openClient, WITHOUT_DEADLINE } from '../../server/composition/open-client.ts';
import { tellWhoseData } from '../../server/composition/whose-data.ts';
import { type FileHow, importFile } from '../../server/transfer/import-file.ts';
import {
  type FileResult,
  failure,
  flat,
  isFine,
  MAPPING_FOLLOWS,
  mappingToFill,
  reportText,
} from '../../server/transfer/import-result.ts';
import { KithError } from '../../shared/error.ts';
import { append } from '../../shared/lists.ts';
import { decodeFile, transcoded } from '../../shared/text/charset.ts';
import { type JsonOption, wrongUsage } from '../input/arguments.ts';
import { fileErrorReason, type OpenInput, openInput, readInput } from '../input/files.ts';

/** `kith import`. Returns exit code 0 if everything was imported, 1 if a file or row failed, 2 for invalid arguments. */
export async function runImport(words: string[], given: ImportArguments): Promise<number> {
  const { kind, files, address } = sourcesOf(words, given);
  const { user, map, encoding, dryRun, json, me } = given;
  // Checked before anything is opened or read.
  if (encoding !== undefined) transcoded(new Uint8Array(), encoding);
  const mapping = map === undefined ? undefined : await mappingIn(map);
  const how: FileHow = { mapping, encoding, monica: kind === 'monica', notes: given.notes === true, me };
  const cancel = new AbortController();
  const onInterrupt = () => cancel.abort();
  // Only once: a second interrupt ends the process immediately.
  process.once('SIGINT', onInterrupt);
  collectSoon();
  const open = await openClient(settings, WITHOUT_DEADLINE);
  const options: ImportOptions = { dryRun: dryRun === true, signal: cancel.signal };
  const results: FileResult[] = [];
  try {
    await tellWhoseData(open.embedded);
    if (address !== undefined)
      append(results, await (await import('../import/carddav.ts')).importCarddav(open, address, user, options));
    if (!json) for (const result of results) await print(result);
    for (const file of files) {
      if (cancel.signal.aborted) break;
      const result = await importNamed(open, file, how, options);
      results.push(result);
      if (!json) await print(result);
    }
  } finally {
    process.off('SIGINT', onInterrupt);
    await open.close();
  }
  if (!dryRun) await recordDone({ event: 'data.imported' });
  if (json) await sayJson(results.map(flat));
  return results.length >= files.length && results.every(isFine) && !cancel.signal.aborted ? 0 : 1;
}

/**
 * Imports create short-lived objects, so this process collects garbage after its heap grows by half instead of doubling.
 * This saves a third of the memory for little CPU time (docs/performance.md).
 */
function collectSoon(): void {
  setFlagsFromString('--heap-growing-percent=60');
  setFlagsFromString('--semi-space-growth-factor=1');
}

/** Prints the report. If there is a mapping to fill in, only that goes to stdout, so it can be redirected to a file. */
async function print(result: FileResult): Promise<void> {
  const mapping = mappingToFill(result);
  if (!mapping) return say(reportText(result));
  tell(reportText(result) + MAPPING_FOLLOWS);
  await sayJson(mapping);
}

/** Kinds of sources, the optional first argument. Otherwise a file's content determines its kind. */
const KINDS = ['monica', 'carddav'] as const;

interface ImportArguments extends JsonOption {
  user?: string | undefined;
  map?: string | undefined;
  encoding?: string | undefined;
  notes?: true | undefined;
  me?: string | undefined;
  dryRun?: true | undefined;
}

/** Returns the files to import, or the URL of a CardDAV server. Throws a 400 if there is neither or both. */
function sourcesOf(words: string[], { map, user }: ImportArguments) {
  const kind = KINDS.find((word) => word === words[0]);
  const named = kind ? words.slice(1) : words;
  const address = kind === 'carddav' ? named.find((word) => /^https?:/i.test(word)) : undefined;
  const files = named.filter((word) => word !== address);
  const calledWith = kind ? `import ${kind}` : 'import';
  if (user !== undefined && kind !== 'carddav')
    throw wrongUsage(
      calledWith,
      'accepts --user only for a CardDAV server. To choose whose data to import into, set KITH_USER',
    );
  if (kind === 'carddav' && address === undefined)
    throw wrongUsage(calledWith, 'requires the URL of the server, such as https://contacts.example.com');
  if (files.length === 0 && address === undefined) throw wrongUsage(calledWith, 'requires a file');
  if (files.length > 0 && address !== undefined)
    throw wrongUsage(calledWith, `accepts either files or a URL, not both "${files[0]}" and "${address}"`);
  if ([...files, map].filter((word) => word === '-').length > 1)
    throw wrongUsage(calledWith, 'can read standard input only once. Use - for only one file');
  return { kind, files, address };
}

/** Throws if the file does not exist. A run without --map creates one. */
async function mappingIn(file: string): Promise<Mapping> {
  const bytes = await readInput(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new KithError('NotFound', `${file}: no such file.`, {
      hint: 'Run the import without --map to get a mapping to fill in.',
      cause: error,
    });
  });
  return readMapping(decodeFile(bytes));
}

async function importNamed(open: OpenClient, file: string, how: FileHow, options: ImportOptions): Promise<FileResult> {
  let input: OpenInput;
  try {
    input = await openInput(file);
  } catch (error) {
    const reason = fileErrorReason(error);
    return reason === undefined ? failure(file, error) : { file, error: reason };
  }
  try {
    return await importFile(open, file, input.content, how, options);
  } finally {
    await input.close();
  }
}
