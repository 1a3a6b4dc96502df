import {
  calendarUnit,
  DAY,
  dayOf,
  firstToCome,
  lastEnded,
  monthOfYear,
  nearest,
  overlap,
  type Recurring,
  type Stretch,
  weekly,
  yearly,
  yearOf,
} from './calendar.ts';
import { take } from './lexicon.ts';
import { dateOf, dayNumberAt, yearAt } from './numbers.ts';
import { fixed, type License, marker, type Reader, type Reading } from './reading.ts';
import { isGlued } from './tokens.ts';
import { calendarTimeAt, modifierAfter, modifierAt } from './units.ts';

type Kind = 'month' | 'shortMonth' | 'weekday' | 'season' | 'feast';

interface Name {
  kind: Kind;
  end: number;
  time: Recurring;
}

/** Prepositions that identify each kind of name as a time. A note "on April" is about a person. */
const LICENSED: Record<Kind, readonly License[]> = {
  month: ['in', 'any'],
  shortMonth: [],
  season: ['in', 'any'],
  weekday: ['on', 'any'],
  feast: ['in', 'on', 'at', 'any'],
};

const SATURDAY = 5;
/** Maximum number of words, such as "of the", between a name and its year. */
const MAX_SKIPPED = 2;

/** The longest month, weekday, season, or feast at a token. */
function nameAt(reader: Reader, at: number): Name | undefined {
  const month = take(reader, 'month', at);
  const short = take(reader, 'shortMonth', at);
  const weekend = marker(reader, 'weekend', at);
  const found: (Name | undefined)[] = [
    month && { kind: 'month', end: month.end, time: monthOfYear(month.sense) },
    short && { kind: 'shortMonth', end: short.end, time: monthOfYear(short.sense) },
    ...(['weekday', 'season', 'feast'] as const).map((kind) => {
      const name = take(reader, kind, at);
      return name && { kind, end: name.end, time: name.sense };
    }),
    weekend === undefined ? undefined : { kind: 'weekday', end: weekend, time: weekly(SATURDAY, 2) },
  ];
  return found.reduce((best, name) => (name && name.end > (best?.end ?? 0) ? name : best), undefined);
}

/** Reads a name with a modifier, with a year, or alone: "last Easter", "summer of 2024", "Monday". */
export function namedTimeAt(reader: Reader, at: number, license: License): Reading | undefined {
  const before = nameModifierAt(reader, at);
  const name = nameAt(reader, before?.end ?? at);
  if (!name) return undefined;
  const end = name.kind === 'shortMonth' && reader.tokens[name.end]?.word === '.' ? name.end + 1 : name.end;
  const dated = before ? undefined : ofYear(reader, name, end);
  if (dated) return dated;
  if (name.kind === 'shortMonth' || isPossessive(reader, end)) return undefined;
  const after = before && before.sense !== 0 ? undefined : nameModifierAfter(reader, end);
  const modifier = after ?? before;
  if (!modifier) return open(reader, name, at, license);
  if (modifier.sense === 0 && isCommon(reader, before?.end ?? at)) return undefined;
  const stretch = chosen(name.time, modifier.sense, reader.now);
  return stretch && fixed(stretch, modifier === after ? after.end : end);
}

/** "The past summer" means last summer. */
function nameModifierAt(reader: Reader, at: number) {
  const modifier = modifierAt(reader, at);
  const latest = marker(reader, 'latest', at);
  return latest !== undefined && latest > (modifier?.end ?? 0) ? { end: latest, sense: -1 } : modifier;
}

function nameModifierAfter(reader: Reader, at: number) {
  const latest = reader.language.isPostposed ? marker(reader, 'latest', at) : undefined;
  return modifierAfter(reader, at) ?? (latest === undefined ? undefined : { end: latest, sense: -1 });
}

function chosen(time: Recurring, offset: number, now: number): Stretch | undefined {
  const list = time.around(now);
  if (offset === 0) return nearest(list, now);
  const next = offset < 0 ? lastEnded(list, now) : firstToCome(list, now);
  return offset === -2 || offset === 2 ? list[list.indexOf(next!) + offset / 2] : next;
}

function open(reader: Reader, { kind, end, time }: Name, at: number, license: License): Reading {
  const isSure = LICENSED[kind].includes(license) || marker(reader, 'plain', at) === end;
  return { end, time, isFixed: false, isSure, isWeekday: kind === 'weekday' };
}

/** "June's" is either a person's or means the same as "June". */
const isPossessive = ({ tokens }: Reader, end: number): boolean =>
  tokens[end]?.word === "'" && tokens[end + 1]?.word === 's' && isGlued(tokens, end) && isGlued(tokens, end + 1);

/** Whether the name is a lower-case common word, as in "this may help". */
const isCommon = (reader: Reader, at: number): boolean =>
  marker(reader, 'common', at) !== undefined && !reader.tokens[at]!.isCapitalized;

/**
 * Reads a name followed by its year or by a larger unit: "summer 2024", "winter 2022/23", "March of last year", "Monday
 * last week".
 */
function ofYear(reader: Reader, { kind, time }: Name, end: number): Reading | undefined {
  const outer = outerAt(reader, end);
  if (!outer) return undefined;
  if (outer.year !== undefined && time.inYear) {
    const stretch = time.inYear(outer.year);
    return stretch && fixed(stretch, kind === 'season' ? secondYear(reader, outer.end, outer.year) : outer.end);
  }
  const within = outer.stretch && onlyWithin(time, outer.stretch);
  return within && fixed(within, outer.end);
}

/** Reads a year or a calendar unit after a name, skipping a comma and words such as "of". */
export function outerAt(reader: Reader, at: number): { end: number; year?: number; stretch?: Stretch } | undefined {
  let start: number | undefined = reader.tokens[at]?.word === ',' ? at + 1 : at;
  for (let skipped = 0; start !== undefined && skipped <= MAX_SKIPPED; skipped++) {
    const year = yearAt(reader, start);
    if (year) return { end: year.end, year: year.sense };
    const unit = calendarTimeAt(reader, start);
    if (unit?.unit === 'year') return { end: unit.end, year: yearOf(unit.stretch.from) };
    if (unit) return unit;
    start = marker(reader, 'fillers', start);
  }
  return undefined;
}

/** Index after the second year of a winter: `/23`, `-2023`. */
function secondYear({ tokens }: Reader, at: number, first: number): number {
  const digits = tokens[at + 1]?.word ?? '';
  const isNext = Number(digits) === first + 1 || (digits.length === 2 && Number(digits) === (first + 1) % 100);
  return /^[/-]$/.test(tokens[at]?.word ?? '') && isNext ? at + 2 : at;
}

/** The occurrence that overlaps a range, if there is exactly one. */
export function onlyWithin(time: Recurring, stretch: Stretch): Stretch | undefined {
  const found = time.around(Math.min(stretch.to, stretch.from + DAY)).filter((one) => overlap(one, stretch));
  return found.length === 1 ? found[0] : undefined;
}

/** Reads a day and a month in either order: "March 5", "5th of March, 2024", "5. März", "5 de marzo de 2024". */
export function monthDayAt(reader: Reader, at: number, license: License): Reading | undefined {
  const first = dayNumberAt(reader, at);
  if (first) {
    const month = monthAt(reader, skipFiller(reader, first.end));
    return month && dated(reader, month, first.sense, month.end, license);
  }
  const month = monthAt(reader, at);
  const day = month && dayNumberAt(reader, skipFiller(reader, month.end));
  if (!month || !day || take(reader, 'unit', day.end)) return undefined;
  return dated(reader, month, day.sense, day.end, license);
}

const skipFiller = (reader: Reader, at: number): number => marker(reader, 'fillers', at) ?? at;

interface Month {
  month: number;
  end: number;
  /** Whether the word is a month only if it is next to a year or capitalized. */
  isDoubtful: boolean;
}

function monthAt(reader: Reader, at: number): Month | undefined {
  const { tokens } = reader;
  const whole = take(reader, 'month', at);
  if (whole) return { month: whole.sense, end: whole.end, isDoubtful: isCommon(reader, at) };
  const short = take(reader, 'shortMonth', at);
  if (!short) return undefined;
  const end = tokens[short.end]?.word === '.' && isGlued(tokens, short.end) ? short.end + 1 : short.end;
  return { month: short.sense, end, isDoubtful: !tokens[at]!.isCapitalized };
}

function dated(reader: Reader, { month, isDoubtful }: Month, day: number, end: number, license: License) {
  const outer = outerAt(reader, end);
  if (outer?.year !== undefined) {
    const stretch = dateOf(outer.year, month + 1, day);
    return stretch && { ...fixed(stretch, outer.end), day: { month, year: outer.year } };
  }
  if (isDoubtful && license !== 'on' && license !== 'any') return undefined;
  const time = yearly((one) => dateOf(one, month + 1, day));
  return time.around(dayOf(2004, 0)).length > 0
    ? { end, time, isFixed: false, isSure: true, day: { month } }
    : undefined;
}

/** Reads a quarter: Q3 2024, third quarter, drittes Quartal. */
export function quarterAt(reader: Reader, at: number, license: License): Reading | undefined {
  const { tokens } = reader;
  const letter = marker(reader, 'quarterLetter', at);
  const figure = letter === undefined || !isGlued(tokens, letter) ? undefined : tokens[letter]?.word;
  const spelled = quarterWordAt(reader, at);
  const quarter = figure && /^[1-4]$/.test(figure) ? { end: letter! + 1, sense: Number(figure) } : spelled;
  if (!quarter) return undefined;
  const time = yearly((year) => calendarUnit(dayOf(year, 3 * (quarter.sense - 1)), 'quarter'));
  const name: Name = { kind: 'feast', end: quarter.end, time };
  const reading = ofYear(reader, name, quarter.end) ?? open(reader, name, at, license);
  return {
    ...reading,
    isSure: reading.isSure || spelled !== undefined || tokens[at]!.isCapitalized,
  };
}

function quarterWordAt(reader: Reader, at: number) {
  const day = dayNumberAt(reader, at);
  const ordinal = take(reader, 'ordinal', at) ?? (day && day.sense <= 4 && day.end > at + 1 ? day : undefined);
  const unit = ordinal && take(reader, 'unit', ordinal.end);
  return unit?.sense.unit === 'quarter' ? { end: unit.end, sense: ordinal!.sense } : undefined;
}
