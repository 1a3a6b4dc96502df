import { DAY, dayOf, daysFrom, type Recurring, type Stretch, yearly } from './calendar.ts';

/** Easter Sunday in the Western churches, by the anonymous Gregorian algorithm. */
export function easterSunday(year: number): number {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const skippedLeaps = Math.floor(century / 4);
  const moonShift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - skippedLeaps - moonShift + 15) % 30;
  const yearOfCentury = year % 100;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const days = epact + weekday - 7 * late + 114;
  return dayOf(year, Math.floor(days / 31) - 1, (days % 31) + 1);
}

const fromEaster =
  (offset: number, days = 1) =>
  (year: number) =>
    daysFrom(easterSunday(year) + offset * DAY, days);
const onDate =
  (month: number, day: number, days = 1) =>
  (year: number) =>
    daysFrom(dayOf(year, month - 1, day), days);

function thanksgiving(year: number): Stretch {
  const first = new Date(dayOf(year, 10)).getUTCDay();
  return daysFrom(dayOf(year, 10, 22 + ((4 - first + 7) % 7)));
}

function advent(year: number): Stretch {
  const christmas = dayOf(year, 11, 25);
  const lastSunday = christmas - (new Date(christmas).getUTCDay() || 7) * DAY;
  return { from: lastSunday - 21 * DAY, to: christmas };
}

const FEASTS = {
  newYear: onDate(1, 0, 2),
  newYearsDay: onDate(1, 1),
  epiphany: onDate(1, 6),
  valentine: onDate(2, 14),
  carnival: fromEaster(-52, 6),
  holyWeek: fromEaster(-7, 8),
  goodFriday: fromEaster(-2),
  easter: fromEaster(-2, 4),
  easterSunday: fromEaster(0),
  easterMonday: fromEaster(1),
  ascension: fromEaster(39),
  pentecost: fromEaster(49, 2),
  corpusChristi: fromEaster(60),
  assumption: onDate(8, 15),
  halloween: onDate(10, 31),
  allSaints: onDate(11, 1),
  thanksgiving,
  advent,
  christmasEve: onDate(12, 24),
  christmas: onDate(12, 24, 3),
  christmasDay: onDate(12, 25),
  boxingDay: onDate(12, 26),
  newYearsEve: onDate(12, 31),
} satisfies Record<string, (year: number) => Stretch>;

export type Feast = keyof typeof FEASTS;

export const feast = (name: Feast): Recurring => yearly(FEASTS[name]);
