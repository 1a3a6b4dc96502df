import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { MonicaAccount } from '../../import/formats/monica/account.ts';
import { contactId } from '../../import/formats/monica/ids.ts';
import { type MonicaArchive, monicaArchive } from '../../import/formats/monica/to-archive.ts';
import type { ImportOptions } from '../../import/import-records.ts';
import { matchContacts } from '../../import/matching/archive-contacts.ts';
import { compareWithContact } from '../../import/matching/difference.ts';
import { loadMatchIndex } from '../../import/matching/match-index.ts';
import { contactTitleOf } from '../../import/matching/names.ts';
import type { Into } from '../composition/open-client.ts';
import type { FileResult } from './import-result.ts';
import { putArchive } from './put-archive.ts';

/** Imports a Monica account from any source as an archive, which keeps times and ids. */
export async function importMonica(
  open: Into,
  source: { file: string; format: string },
  account: MonicaAccount,
  options: ImportOptions,
): Promise<FileResult> {
  const country = open.userData?.user.country as 'US' | undefined;
  const made = monicaArchive(account, {
    now: new Date().toISOString(),
    sanitized: (phone) => parsePhoneNumberFromString(phone, country)?.number,
  });
  const kept = await keptValues(open, made);
  const { archive, anyDay } = made;
  const told = { ...source, warnings: [...made.warnings, ...kept] };
  const result = await putArchive(open, told, archive, { ...options, anyDay });
  if ('archive' in result)
    for (const { name = '', reason } of made.bad)
      result.archive.problems.push({ table: 'contacts', row: name, reason });
  return result;
}

/** Lists Monica's values that were skipped because the contact here has its own value. Nothing is overwritten. */
async function keptValues({ client }: Into, { archive, records }: MonicaArchive): Promise<string[]> {
  const known = await loadMatchIndex(client);
  const ids = await matchContacts(client, archive.rows);
  return [...records].flatMap(([key, record]) => {
    const id = contactId(key);
    const there = known.get(ids.get(id) ?? id);
    return there
      ? compareWithContact(there, record).kept.map((what) => `${contactTitleOf(record.contact)}: ${what}`)
      : [];
  });
}
