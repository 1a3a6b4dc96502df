import { plain, sameMeaning, wordsOfLine } from '../question/concepts.ts';
import { DOCTORS, NEEDS } from '../question/words/needs.ts';

/** Maximum number of profession words per need. */
const MAX_PROFESSIONS = 48;

interface Needs {
  any: Map<string, readonly string[]>;
  /** Needs of people who see a doctor. */
  ofDoctor: Map<string, readonly string[]>;
  doctors: ReadonlySet<string>;
}

let needs: Needs | undefined;

/**
 * Folded words for professions that serve a need, in five languages: *plumber* for *leak*. Returns at most 48. `others`
 * holds all words in the question: *children* leads to *pediatrician* only in a question that also mentions a doctor.
 */
export function professionsFor(word: string, others: readonly string[]): readonly string[] {
  needs ??= readNeeds();
  const { any, ofDoctor, doctors } = needs;
  const special = others.some((other) => other !== word && doctors.has(other)) ? ofDoctor.get(word) : undefined;
  return special ?? any.get(word) ?? [];
}

function readNeeds(): Needs {
  const doctors = new Set(['doctor', ...sameMeaning({ word: 'doctor' })]);
  return { any: readTable(NEEDS), ofDoctor: readTable(DOCTORS), doctors };
}

function readTable(table: string): Map<string, readonly string[]> {
  const found = new Map<string, Set<string>>();
  for (const line of table.split('\n')) {
    const [professions = [], served = []] = line.split(':').map(wordsOfLine);
    const names = professions.flatMap((word) => [plain(word), ...sameMeaning({ word })]);
    for (const need of served) {
      const known = found.get(need) ?? new Set();
      for (const name of names) if (known.size < MAX_PROFESSIONS) known.add(name);
      found.set(need, known);
    }
  }
  return new Map([...found].map(([need, names]) => [need, [...names]]));
}
