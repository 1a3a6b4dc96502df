import { calendarUnit, DAY, later, type Stretch, startOfDay, type Unit } from './calendar.ts';
import { type PhraseMatch, take } from './lexicon.ts';
import { countAt } from './numbers.ts';
import { fixed, marker, type Reader, type Reading } from './reading.ts';

/** Minimum and maximum number of units in "a few". */
const FEW = { least: 1.5, most: 6 };
/** Tolerance for counts, as a fraction, because people remember them inexactly. */
const INEXACT = 0.1;

/** Units too short for "last" and "next": "the last day" means the end of something. */
const SHORT: ReadonlySet<Unit> = new Set(['minute', 'hour', 'day']);

/** Reads "last", "this", or "next" as an offset in units. */
export function modifierAt(reader: Reader, at: number): PhraseMatch<number> | undefined {
  const offsets = [
    ['secondLast', -2],
    ['last', -1],
    ['this', 0],
    ['next', 1],
    ['secondNext', 2],
  ] as const;
  return offsets
    .map(([name, sense]) => ({ end: marker(reader, name, at), sense }))
    .reduce<PhraseMatch<number> | undefined>(
      (best, { end, sense }) => (end !== undefined && end > (best?.end ?? 0) ? { end, sense } : best),
      undefined,
    );
}

/** Reads a modifier after its noun. In English and German, only as in "the week before last". */
export function modifierAfter(reader: Reader, at: number): PhraseMatch<number> | undefined {
  const beforeLast = marker(reader, 'beforeLast', at);
  if (beforeLast !== undefined) return { end: beforeLast, sense: -2 };
  const afterNext = marker(reader, 'afterNext', at);
  if (afterNext !== undefined) return { end: afterNext, sense: 2 };
  return reader.language.isPostposed ? modifierAt(reader, at) : undefined;
}

export interface CalendarTime {
  end: number;
  unit: Unit;
  stretch: Stretch;
}

/** Reads a calendar unit: "last week", "la semana pasada". */
export function calendarTimeAt(reader: Reader, at: number): CalendarTime | undefined {
  const { now } = reader;
  const before = modifierAt(reader, at);
  const unit = take(reader, 'unit', before?.end ?? at);
  if (!unit) return undefined;
  const after = modifierAfter(reader, unit.end);
  // "This" adds nothing to a later modifier: "esta semana pasada" is last week.
  const modifier = before && (before.sense !== 0 || !after) ? before : after;
  if (!modifier || unit.sense.isPlural || SHORT.has(unit.sense.unit)) return undefined;
  const end = Math.max(unit.end, modifier.end);
  return { end, unit: unit.sense.unit, stretch: calendarUnit(now, unit.sense.unit, modifier.sense) };
}

/** Reads a range of units that ends or starts today: "the last 3 months", "los últimos años", "next two weeks". */
export function rollingTimeAt(reader: Reader, at: number): Reading | undefined {
  const { language, now } = reader;
  // The count may come first: "les 3 derniers mois".
  const first = language.isPostposed ? countAt(reader, at) : undefined;
  const start = first?.end ?? at;
  const latest = marker(reader, 'latest', start);
  const last = marker(reader, 'last', start);
  const next = marker(reader, 'next', start);
  const before = Math.max(latest ?? 0, last ?? 0, next ?? 0);
  const count = first ?? countAt(reader, before || at);
  const unit = take(reader, 'unit', Math.max(before, count?.end ?? at));
  if (!unit) return undefined;
  const after = before > 0 || !language.isPostposed ? 0 : rollingModifierAfter(reader, unit.end);
  if (before === 0 && after === 0) return undefined;
  const { isPlural } = unit.sense;
  const isLatest = latest !== undefined && latest === before;
  if (!count && !isPlural && !isLatest && after === 0) return undefined;
  const size = count ? (count.sense ?? FEW.most) : isPlural ? FEW.most : 1;
  const isAhead = next !== undefined && next === before;
  const today = startOfDay(now);
  const stretch = isAhead
    ? { from: today, to: later(today + DAY, size, unit.sense.unit) }
    : { from: startOfDay(later(now, -size, unit.sense.unit)), to: today + DAY };
  return fixed(stretch, Math.max(unit.end, after));
}

/** Reads a modifier after the unit, as in "los meses pasados". Limited to words that never modify a single unit. */
const rollingModifierAfter = (reader: Reader, at: number): number => marker(reader, 'latest', at) ?? 0;

/** Reads a distance from now: "two years ago", "hace dos años", "in zwei Wochen". */
export function distanceAt(reader: Reader, at: number): Reading | undefined {
  const { language } = reader;
  if (language.agoBefore !== '') {
    const before = marker(reader, 'agoBefore', at);
    const span = before === undefined ? undefined : spanAt(reader, before);
    if (span && (span.hasCount || span.isPlural)) return fixed(away(reader.now, span, -1), span.end);
  }
  const ahead = marker(reader, 'ahead', at);
  const span = spanAt(reader, ahead ?? at);
  if (!span) return undefined;
  const after = marker(reader, 'agoAfter', span.end);
  if (after !== undefined) return fixed(away(reader.now, span, -1), after);
  if (ahead === undefined || !span.hasCount) return undefined;
  return fixed(away(reader.now, span, 1), span.end);
}

export interface Span {
  end: number;
  unit: Unit;
  least: number;
  most: number;
  hasCount: boolean;
  isPlural: boolean;
}

/** Reads units with or without a count. */
export function spanAt(reader: Reader, at: number): Span | undefined {
  const whole = take(reader, 'unit', at);
  const count = countAt(reader, at);
  const found = take(reader, 'unit', count?.end ?? at) ?? whole;
  if (!found) return undefined;
  const { unit, isPlural } = found.sense;
  const size = count ? count.sense : isPlural ? undefined : 1;
  const inexact = Math.max(0.5, (size ?? 0) * INEXACT);
  const range = size === undefined ? FEW : { least: size - inexact, most: size + inexact };
  return { end: found.end, unit, ...range, hasCount: count !== undefined, isPlural };
}

/** The range at a distance before or after a time. Rounded to whole days, unless the unit is an hour or less. */
export function away(time: number, { unit, least, most }: Span, direction: 1 | -1): Stretch {
  const isShort = unit === 'hour' || unit === 'minute';
  const days = (at: number) => (isShort ? at : startOfDay(at + DAY / 2));
  const base = isShort ? time : startOfDay(time);
  const near = days(later(base, direction * least, unit));
  const far = days(later(base, direction * most, unit));
  return { from: Math.min(near, far), to: Math.max(near, far) };
}
