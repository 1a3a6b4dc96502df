import {
  type Answer,
  type Ask,
  FIRST,
  type FilledStore,
  type Finder,
  type Life,
  type Question,
} from '../../test/data/lives/life.ts';

/** Metrics of some questions. All but their number are fractions. */
export interface Recall {
  questions: number;
  /** The share of a question's records among the first ten, averaged over all questions. */
  recall: number;
  /** Questions with a correct first record, and those with one among the first five and ten. */
  hitFirst: number;
  hitFive: number;
  hitTen: number;
  /** Questions without any record. */
  empty: number;
  /** Questions with an empty result, or one marked as weak. */
  doubted: number;
}

export interface RecallFigures extends Recall {
  finder: string;
  /** The same by kind of question, if they have kinds. */
  kinds: Record<string, Recall>;
}

export interface LifeFigures {
  questions: RecallFigures;
  /** Share of the questions about events that never happened whose result is doubted. */
  never: number;
}

const FEW = 5;

/** Asks every question of every life. */
export async function measureRecall(finder: Finder, lives: Life[], tell: (what: string) => void): Promise<LifeFigures> {
  const outcomes: Outcome[] = [];
  const never: boolean[] = [];
  for (const [index, life] of lives.entries()) {
    tell(`${finder.name}, life ${index + 1} of ${lives.length}`);
    const { ask, close } = await finder.fill(life);
    for (const question of life.questions) outcomes.push(await outcomeOf(ask, question));
    for (const question of life.never) never.push(isDoubted(await ask(question)));
    await close();
  }
  return { questions: figuresOf(finder.name, outcomes), never: meanOf(never.map(Number)) };
}

/** Searches for people by every way to name them: in the combined search, and in the people search if there is one. */
export async function measureNamings(
  finder: Finder,
  lives: Life[],
  tell: (what: string) => void,
): Promise<RecallFigures[]> {
  const found: Record<'ask' | 'askPeople', Outcome[]> = { ask: [], askPeople: [] };
  for (const [index, life] of lives.entries()) {
    tell(`${finder.name}, names ${index + 1} of ${lives.length}`);
    const filled: FilledStore = await finder.fill(life);
    for (const question of life.questions) {
      found.ask.push(await outcomeOf(filled.ask, question));
      if (filled.askPeople) found.askPeople.push(await outcomeOf(filled.askPeople, question));
    }
    await filled.close();
  }
  const all = figuresOf(finder.name, found.ask);
  return found.askPeople.length > 0 ? [all, figuresOf(`${finder.name}, list_contacts`, found.askPeople)] : [all];
}

const isDoubted = ({ keys, isWeak }: Answer): boolean => keys.length === 0 || isWeak;

interface Outcome extends Omit<Recall, 'questions'> {
  kind: string | undefined;
}

async function outcomeOf(ask: Ask, { text, evidence, needed = evidence.length, kind }: Question): Promise<Outcome> {
  const answer = await ask(text);
  const keys = answer.keys.slice(0, FIRST);
  const hits = keys.map((key) => evidence.includes(key));
  const isHit = (first: number) => Number(hits.slice(0, first).includes(true));
  return {
    kind,
    recall: Math.min(1, hits.filter(Boolean).length / needed),
    hitFirst: isHit(1),
    hitFive: isHit(FEW),
    hitTen: isHit(FIRST),
    empty: Number(keys.length === 0),
    doubted: Number(isDoubted(answer)),
  };
}

const meanOf = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / (values.length || 1);

function recallOf(outcomes: Outcome[]): Recall {
  const mean = (name: Exclude<keyof Recall, 'questions'>) => meanOf(outcomes.map((outcome) => outcome[name]));
  return {
    questions: outcomes.length,
    recall: mean('recall'),
    hitFirst: mean('hitFirst'),
    hitFive: mean('hitFive'),
    hitTen: mean('hitTen'),
    empty: mean('empty'),
    doubted: mean('doubted'),
  };
}

function figuresOf(finder: string, outcomes: Outcome[]): RecallFigures {
  const kinds = new Set(outcomes.flatMap(({ kind }) => kind ?? []));
  return {
    finder,
    ...recallOf(outcomes),
    kinds: Object.fromEntries(
      [...kinds].map((kind) => [kind, recallOf(outcomes.filter((outcome) => outcome.kind === kind))]),
    ),
  };
}
