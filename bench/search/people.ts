import { contactNumber } from '../seed.ts';

// Two lists whose combinations name 10,000 people. Up to 100 of them share each word of a name.
const STARTS = 'Al Bel Car Dor El Fran Ger Han Is Jor Kel Lor Mar Nor Or Pat Ros Sal Ther Vin'.split(' ');
const GIVEN_ENDS = ['an', 'ena', 'ico', 'otta', 'win'];
const FAMILY_ENDS = ['berg', 'feld', 'mont', 'ski', 'strand'];
const combined = (ends: string[]) => STARTS.flatMap((start) => ends.map((end) => start.toLowerCase() + end));
const capital = (word: string) => word[0]!.toUpperCase() + word.slice(1);
const GIVEN = combined(GIVEN_ENDS).map(capital);
const FAMILY = combined(FAMILY_ENDS).map(capital);

/** Number of people in the notes. */
export const peopleFor = (notes: number): number => (notes <= 1_000 ? 300 : notes <= 100_000 ? 3_000 : 10_000);

/** A name of two words, a different one for each number below 10,000. */
export function nameOf(number: number): string {
  const family = Math.floor(number / GIVEN.length) + number * 37;
  return `${GIVEN[number % GIVEN.length]} ${FAMILY[family % FAMILY.length]}`;
}

export const personNumber = (number: number) => ({ ...contactNumber(number), full_name: nameOf(number) });
