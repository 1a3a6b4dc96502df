import { table } from '../figures.ts';
import type { LifeFigures, RecallFigures } from './measure.ts';
import type { RecallResults } from './run.ts';

const percent = (part: number): string => `${(100 * part).toFixed(1)} %`;

/** The measurements, as text. */
export const recallTables = ({ locomo, lives, namings }: RecallResults): string =>
  [
    ...(locomo.length > 0
      ? [
          questionTable(
            'LoCoMo',
            locomo.map(({ questions }) => questions),
          ),
        ]
      : []),
    questionTable(
      'Generated lives',
      lives.map(({ questions }) => questions),
    ),
    kindTable(
      'recall@10 by kind of question',
      lives.map(({ questions }) => questions),
      'recall',
    ),
    neverTable(lives),
    namingTable(namings),
    kindTable('Among the first five, by way to name someone', namings, 'hitFive'),
  ].join('\n');

const questionTable = (title: string, figures: RecallFigures[]): string =>
  table(
    `${title}: ${figures[0]?.questions ?? 0} questions, each with the records that answer it`,
    ['', 'recall@10', 'hit@1', 'hit@10', 'empty'],
    figures.map(({ finder, recall, hitFirst, hitTen, empty }) => [
      finder,
      ...[recall, hitFirst, hitTen, empty].map(percent),
    ]),
  );

const neverTable = (lives: LifeFigures[]): string =>
  table(
    'Warned that the best match is weak, or empty',
    ['', 'never happened', 'happened'],
    lives.map(({ questions, never }) => [questions.finder, percent(never), percent(questions.doubted)]),
  );

const namingTable = (figures: RecallFigures[]): string =>
  table(
    `${figures[0]?.questions ?? 0} ways to name one of 3,000 people`,
    ['', 'first', 'first 5', 'first 10', 'empty'],
    figures.map(({ finder, hitFirst, hitFive, hitTen, empty }) => [
      finder,
      ...[hitFirst, hitFive, hitTen, empty].map(percent),
    ]),
  );

const kindTable = (title: string, figures: RecallFigures[], what: 'recall' | 'hitFive'): string =>
  table(
    title,
    ['', 'questions', ...figures.map(({ finder }) => finder)],
    Object.entries(figures[0]?.kinds ?? {}).map(([kind, { questions }]) => [
      kind,
      String(questions),
      ...figures.map(({ kinds }) => percent(kinds[kind]![what])),
    ]),
  );
