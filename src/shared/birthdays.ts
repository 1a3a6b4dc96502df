export interface BirthdayOccurrence {
  /** Day of the celebration, YYYY-MM-DD. For February 29 it is the 28th in other years. */
  date: string;
  /** Age reached, or null if the birth year is unknown. */
  turns: number | null;
}

export interface BirthdayFields {
  /** Midnight UTC of the birth date, as stored. It is never shifted to a time zone (docs/api/times.md#birthdays). */
  birthday: string;
  birthday_year: number | null;
}

/** A person's birthday in a year. */
export function celebrationIn({ birthday, birthday_year }: BirthdayFields, year: number): BirthdayOccurrence {
  const day = birthday.slice(5, 10);
  const age = birthday_year === null ? null : year - birthday_year;
  const date = `${String(year).padStart(4, '0')}-${day === '02-29' && !isLeap(year) ? '02-28' : day}`;
  return { date, turns: age !== null && age > 0 ? age : null };
}

/** The celebration between two days, inclusive, or undefined. The window must be shorter than a year. */
export function celebrationBetween(born: BirthdayFields, from: string, to: string): BirthdayOccurrence | undefined {
  for (const year of new Set([from.slice(0, 4), to.slice(0, 4)])) {
    const celebration = celebrationIn(born, Number(year));
    if (celebration.date >= from && celebration.date <= to) return celebration;
  }
  return undefined;
}

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
