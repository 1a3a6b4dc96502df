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
import { fileTrouble, type OpenInput, openInput, readInput } from '../input/files.ts';

/** `kith import`. Exit code 0 when all went in, 1 when a file or row failed, 2 for wrong arguments. */
export async function runImport(words: string[], given: ImportArguments): Promise<number> {
  const { kind, files, address } = sourcesOf(words, given);
  const { user, map, encoding, dryRun, json, me } = given;
  // Refused before anything is opened or read.
  if (encoding !== undefined) transcoded(new Uint8Array(), encoding);
  const mapping = map === undefined ? undefined : await mappingIn(map);
  const how: FileHow = { mapping, encoding, monica: kind === 'monica', notes: given.notes === true, me };
  const cancel = new AbortController();
  const onInterrupt = () => cancel.abort();
  // Only once: a second interrupt ends the process at once.
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
 * What an import makes is soon garbage: the heap of this process grows by half before it is collected, instead of to twice and more. A
 * third less memory, for hardly more CPU time (docs/performance.md).
 */
function collectSoon(): void {
  setFlagsFromString('--heap-growing-percent=60');
  setFlagsFromString('--semi-space-growth-factor=1');
}

/** The report; where there is a mapping to fill, that alone is on stdout, to be sent into a file. */
async function print(result: FileResult): Promise<void> {
  const mapping = mappingToFill(result);
  if (!mapping) return say(reportText(result));
  tell(reportText(result) + MAPPING_FOLLOWS);
  await sayJson(mapping);
}

/** The first word after `import` may name the kind of source; otherwise a file's content decides. */
const KINDS = ['monica', 'carddav'] as const;

interface ImportArguments extends JsonOption {
  user?: string | undefined;
  map?: string | undefined;
  encoding?: string | undefined;
  notes?: true | undefined;
  me?: string | undefined;
  dryRun?: true | undefined;
}

/** Returns the files to import, or the address of a CardDAV server. Throws a 400 when there is neither, or both. */
function sourcesOf(words: string[], { map, user }: ImportArguments) {
  const kind = KINDS.find((word) => word === words[0]);
  const named = kind ? words.slice(1) : words;
  const address = kind === 'carddav' ? named.find((word) => /^https?:/i.test(word)) : undefined;
  const files = named.filter((word) => word !== address);
  const calledWith = kind ? `import ${kind}` : 'import';
  if (user !== undefined && kind !== 'carddav')
    throw wrongUsage(calledWith, 'takes --user for a CardDAV server alone: KITH_USER says into whose data');
  if (kind === 'carddav' && address === undefined)
    throw wrongUsage(calledWith, 'needs the address of the server, such as https://contacts.example.com');
  if (files.length === 0 && address === undefined) throw wrongUsage(calledWith, 'needs a file');
  if (files.length > 0 && address !== undefined)
    throw wrongUsage(calledWith, `takes either files or an address, not both ${files[0]} and ${address}`);
  if ([...files, map].filter((word) => word === '-').length > 1)
    throw wrongUsage(calledWith, 'can read standard input only once: give one - alone');
  return { kind, files, address };
}

/** Throws where there is no such file: a run without it makes one. */
async function mappingIn(file: string): Promise<Mapping> {
  const bytes = await readInput(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new KithError('NotFound', `${file}: there is no such file.`, {
      hint: 'A run without --map prints a mapping to fill, where columns are not understood.',
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
    const trouble = fileTrouble(error);
    return trouble === undefined ? failure(file, error) : { file, error: trouble };
  }
  try {
    return await importFile(open, file, input.content, how, options);
  } finally {
    await input.close();
  }
}
