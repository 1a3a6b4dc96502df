import { pick, type Random } from '../duplicates/people.ts';
import { type InTongues, inTongues, monthIn, type Tongue } from './language.ts';
import { NOW } from './notes.ts';

/** A period as a question states it, from the first moment to the one after its last. */
export interface SaidTime {
  from: string;
  to: string;
  text(tongue: Tongue): string;
}

/** A period around a moment: its month, its summer, or its year. */
export function stretchAround(random: Random, time: string): SaidTime {
  const at = new Date(time);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  const thisYear = new Date(NOW).getUTCFullYear();
  const months = (first: number, count: number) => ({
    from: new Date(Date.UTC(year, first)).toISOString(),
    to: new Date(Date.UTC(year, first + count)).toISOString(),
  });
  const said = (text: InTongues) => (tongue: Tongue) => text[tongue];
  const isSummer = month >= 5 && month <= 7;
  if (isSummer && year === thisYear && random() < 0.7)
    return { ...months(5, 3), text: said(inTongues('last summer/letzten Sommer/el verano pasado')) };
  if (isSummer && random() < 0.6)
    return { ...months(5, 3), text: said(inTongues(`in summer ${year}/im Sommer ${year}/en el verano de ${year}`)) };
  if (month >= 2 && month <= 4 && random() < 0.3)
    return { ...months(2, 3), text: said(inTongues(`in spring ${year}/im Frühling ${year}/en primavera de ${year}`)) };
  if (year === thisYear - 1 && random() < 0.3)
    return { ...months(0, 12), text: said(inTongues('last year/letztes Jahr/el año pasado')) };
  if (random() < 0.15) return { ...months(0, 12), text: said(inTongues(`in ${year}/${year}/en ${year}`)) };
  return { ...months(month, 1), text: (tongue) => monthIn(tongue, at) };
}

export const isIn = ({ from, to }: SaidTime, time: string): boolean => time >= from && time < to;

export const TIME_QUESTIONS = [
  inTongues('what did I do with {N} {time}?/was habe ich {time} mit {N} gemacht?/¿qué hice con {N} {time}?'),
  inTongues('what was going on with {N} {time}?/was war {time} bei {N} los?/¿qué le pasaba a {N} {time}?'),
  inTongues(
    'when I saw {N} {time}, what was it about?/als ich {N} {time} sah, worum ging es?/cuando vi a {N} {time}, ¿de qué hablamos?',
  ),
];

export const anyTimeQuestion = (random: Random): InTongues => pick(random, TIME_QUESTIONS);
