import { FIRST, type Finder, type Life } from './life.ts';

export interface RecallFigures {
  finder: string;
  questions: number;
  /** Of the notes that answer a question, the part among the first ten; the mean over all questions. */
  recall: number;
  /** Questions whose first note answers them, and those with an answer among the first ten. */
  hitFirst: number;
  hitTen: number;
  /** Questions without any note. */
  empty: number;
}

/** Asks every question of every life. All figures but the number of questions are parts of 1. */
export async function measureRecall(
  finder: Finder,
  lives: Life[],
  tell: (what: string) => void,
): Promise<RecallFigures> {
  const sums = { questions: 0, recall: 0, hitFirst: 0, hitTen: 0, empty: 0 };
  for (const [index, life] of lives.entries()) {
    tell(`${finder.name}, life ${index + 1} of ${lives.length}`);
    const { ask, close } = await finder.fill(life);
    for (const { text, evidence } of life.questions) {
      const found = (await ask(text)).slice(0, FIRST);
      const hits = found.filter((key) => evidence.includes(key));
      sums.questions += 1;
      sums.recall += hits.length / evidence.length;
      sums.hitFirst += found[0] !== undefined && evidence.includes(found[0]) ? 1 : 0;
      sums.hitTen += hits.length > 0 ? 1 : 0;
      sums.empty += found.length === 0 ? 1 : 0;
    }
    await close();
  }
  const { questions, ...counts } = sums;
  const parts = Object.fromEntries(Object.entries(counts).map(([name, sum]) => [name, sum / questions]));
  return { finder: finder.name, questions, ...(parts as typeof counts) };
}
