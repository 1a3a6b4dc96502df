export interface Celebration {
  /** The day of the celebration, YYYY-MM-DD: February 28 in a year without the 29th. */
  date: string;
  /** The age reached; null when the year of birth is not known. */
  turns: number | null;
}

export interface Born {
  /** Midnight UTC of the day of birth, as stored: never shifted into a zone (docs/api/times.md#birthdays). */
  birthday: string;
  birthday_year: number | null;
}

/** How somebody's birthday is kept in a year. */
export function celebrationIn({ birthday, birthday_year }: Born, year: number): Celebration {
  const day = birthday.slice(5, 10);
  const age = birthday_year === null ? null : year - birthday_year;
  const date = `${String(year).padStart(4, '0')}-${day === '02-29' && !isLeap(year) ? '02-28' : day}`;
  return { date, turns: age !== null && age > 0 ? age : null };
}

/** The celebration between two days, both included, or undefined. The window must be shorter than a year. */
export function celebrationBetween(born: Born, from: string, to: string): Celebration | undefined {
  for (const year of new Set([from.slice(0, 4), to.slice(0, 4)])) {
    const celebration = celebrationIn(born, Number(year));
    if (celebration.date >= from && celebration.date <= to) return celebration;
  }
  return undefined;
}

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
