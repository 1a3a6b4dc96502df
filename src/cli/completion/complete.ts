import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { sayExactly } from '../../process/print.ts';
import { append } from '../../shared/lists.ts';
import { splitLine, toBash } from './bash-words.ts';
import { type Possible, possible, wordsBefore } from './possible.ts';

/** Whoever pressed the key waits: after that long there is no completion. */
const LONGEST_MS = 5_000;

/**
 * `kith complete SHELL …`, which the scripts of `kith completion` call: what the word being typed can become, one a line,
 * behind a line that says whether it may be a file. Bash gives its line and where its words break, the others their
 * words; PowerShell's script wants its own form. No trouble is told: it would stand in the middle of what is typed.
 */
export async function complete(program: CommandUnknownOpts, [shell = '', ...given]: string[]): Promise<number> {
  const end = setTimeout(() => process.exit(0), LONGEST_MS);
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
    // See above.
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
