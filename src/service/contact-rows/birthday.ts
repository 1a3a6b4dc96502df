import { knownValue } from '../../contract/archive-rows.ts';
import type { ContactRow } from '../../store/tables.ts';

type Columns = Pick<ContactRow, 'birthday' | 'birthday_year' | 'birthday_dismissed_year'>;

/** A stored birthday. Undefined if there is none, or if its year is not valid in the contract. */
export function knownBirthday(row: Columns): (Columns & { birthday: string }) | undefined {
  const birthday = knownValue('contacts', 'birthday', row.birthday);
  if (birthday === null) return undefined;
  return {
    birthday,
    birthday_year: knownValue('contacts', 'birthday_year', row.birthday_year),
    birthday_dismissed_year: knownValue('contacts', 'birthday_dismissed_year', row.birthday_dismissed_year),
  };
}
