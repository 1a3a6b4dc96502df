import * as z from 'zod';

// Parses intervals as people and models write them into the API's format: `14 days`, `1 mon`, `1 year`.

interface Size {
  days: number;
  months: number;
}

const WORDS: Record<string, string> = {
  daily: '1 day',
  weekly: '1 week',
  fortnightly: '2 weeks',
  biweekly: '2 weeks',
  monthly: '1 month',
  quarterly: '3 months',
  semiannually: '6 months',
  semiannual: '6 months',
  'half yearly': '6 months',
  'twice a year': '6 months',
  yearly: '1 year',
  annually: '1 year',
  annual: '1 year',
  biennially: '2 years',
};

const UNITS: Record<string, Size & { name: string }> = {
  day: { name: 'day', days: 1, months: 0 },
  week: { name: 'week', days: 7, months: 0 },
  fortnight: { name: 'week', days: 14, months: 0 },
  mon: { name: 'mon', days: 0, months: 1 },
  month: { name: 'mon', days: 0, months: 1 },
  quarter: { name: 'mon', days: 0, months: 3 },
  year: { name: 'year', days: 0, months: 12 },
};

const COUNTS = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];
const SPOKEN = /^(?:(?:once )?(?:every|each|once an?|per|an?) )?(?:(other|second|\d{1,4}|[a-z]+) )?([a-z]+?)s?$/;

/** Parses `every 2 weeks`, `monthly`, `once a year`, and the like. Returns undefined for anything else. */
function readInterval(text: string): (Size & { text: string }) | undefined {
  const said = text
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim();
  const [, counted, word = ''] = SPOKEN.exec(WORDS[said] ?? said.replace(/^(\d+)([a-z])/, '$1 $2')) ?? [];
  const count = counted === undefined ? 1 : countOf(counted);
  const unit = Object.hasOwn(UNITS, word) ? UNITS[word]! : undefined;
  if (!unit || !count) return undefined;
  const [days, months] = [count * unit.days, count * unit.months];
  const units = count * (word === 'fortnight' ? 2 : word === 'quarter' ? 3 : 1);
  return { days, months, text: `${units} ${unit.name}${units === 1 ? '' : 's'}` };
}

function countOf(text: string): number {
  if (text === 'other' || text === 'second') return 2;
  return /^\d+$/.test(text) ? Number(text) : Math.max(0, COUNTS.indexOf(text));
}

/** Reads a string that a schema does not accept, and finds the closest accepted one if it has no exact equivalent. */
interface Reading {
  read(text: string): string | undefined;
  nearest?(text: string): string | undefined;
}

/** Schemas whose values may be written in other words. */
export const readings = z.registry<Reading>();

/** Converts any interval to the API's format. */
export const anyInterval: Reading = { read: (text) => readInterval(text)?.text };

/** Converts to one of the given intervals. */
export const oneInterval = (allowed: readonly string[]): Reading => ({
  read(text) {
    const said = readInterval(text);
    return said && allowed.find((one) => lengthOf(readInterval(one)!) === lengthOf(said));
  },
  nearest(text) {
    const said = readInterval(text);
    if (!said) return undefined;
    const far = (one: string) => Math.abs(Math.log(lengthOf(readInterval(one)!) / lengthOf(said)));
    return [...allowed].sort((a, b) => far(a) - far(b))[0];
  },
});

/** Length in days. Months have their average length, so no number of days equals a month. */
const lengthOf = ({ days, months }: Size): number => days + months * 30.436875;
