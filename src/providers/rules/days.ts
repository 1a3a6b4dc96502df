/** A local time in some zone: milliseconds since 1970-01-01T00:00 on its clocks. Days are at midnight. */
export type WallTime = number;

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Days since 1970-01-01 in the proleptic Gregorian calendar. */
export function dayNumber(year: number, month: number, day: number): number {
  const since = month <= 2 ? year - 1 : year;
  const era = Math.floor(since / 400);
  const yearOfEra = since - era * 400;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  return (
    era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468
  );
}

export interface CivilDay {
  year: number;
  month: number;
  day: number;
}

export function civilDay(number: number): CivilDay {
  const since = number + 719_468;
  const era = Math.floor(since / 146_097);
  const dayOfEra = since - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * fromMarch + 2) / 5) + 1,
  };
}

/** 0 is Sunday. January 1, 1970 was a Thursday. */
export const weekdayOf = (number: number): number => (((number + 4) % 7) + 7) % 7;

export const dayOf = (wall: WallTime): number => Math.floor(wall / DAY);
