import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { sayExactly } from '../../process/print.ts';
import { append } from '../../shared/lists.ts';
import { splitLine, toBash } from './bash-words.ts';
import { type Possible, possible, wordsBefore } from './possible.ts';

/** The user is waiting, so completion gives up after this time. */
const MAX_MS = 5_000;

/**
 * `kith complete SHELL …`, called by the scripts of `kith completion`: prints completions of the typed word, one per
 * line, after a line that tells whether it may be a file. Bash passes its line and word breaks, the other shells their
 * words, and PowerShell's script expects its own format. Errors are not printed, because they would appear in the middle
 * of the typed line.
 */
export async function complete(program: CommandUnknownOpts, [shell = '', ...given]: string[]): Promise<number> {
  const end = setTimeout(() => process.exit(0), MAX_MS);
  try {
    const bash = shell === 'bash' ? splitLine(given[0] ?? '') : undefined;
    const words = bash ? bash.words.slice(1) : given;
    const { words: found, wants } = await beginning(program, words);
    const lines = found.map(([word, description]) =>
      bash ? toBash(word, bash, given[1] ?? '') : `${word}\t${description}`,
    );
    const isFile = wants === 'file';
    const text = shell === '--' ? [...lines, isFile ? ':0' : ':4'] : [isFile ? 'files' : 'words', ...lines];
    await sayExactly(`${text.join('\n')}\n`);
  } catch {
    // Errors are not printed (see above).
  } finally {
    clearTimeout(end);
  }
  return 0;
}

async function beginning(program: CommandUnknownOpts, words: string[]): Promise<Possible> {
  const typed = words.at(-1) ?? '';
  const { words: known, wants } = possible(program, words);
  const found = known.filter(([word]) => word.startsWith(typed));
  if (wants === 'person' && !typed.startsWith('-')) {
    const { peopleBeginning } = await import('./people.ts');
    append(found, await peopleBeginning(wordsBefore(program, words), typed));
  }
  return { words: found, wants };
}
