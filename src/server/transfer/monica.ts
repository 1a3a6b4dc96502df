import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { MonicaAccount } from '../../import/formats/monica/account.ts';
import { readMonicaApi } from '../../import/formats/monica/api.ts';
import { contactId } from '../../import/formats/monica/ids.ts';
import { type MonicaArchive, monicaArchive } from '../../import/formats/monica/to-archive.ts';
import type { ImportOptions } from '../../import/import-records.ts';
import { matchContacts } from '../../import/matching/archive-contacts.ts';
import { compare } from '../../import/matching/difference.ts';
import { loadMatchIndex } from '../../import/matching/match-index.ts';
import { titleOf } from '../../import/matching/names.ts';
import { settings } from '../../process/environment.ts';
import { tell } from '../../process/print.ts';
import { openHttpSource } from '../../shared/http/http-source.ts';
import type { Into } from '../composition/open-client.ts';
import { type FileResult, failure } from './import-result.ts';
import { putArchive } from './put-archive.ts';

/** Imports an account of Monica's, however it was read: as an archive, which keeps its times and ids. */
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

/** Imports a whole account over Monica's API. */
export async function importMonicaApi(
  open: Into,
  address: string,
  token: string | undefined,
  options: ImportOptions,
): Promise<FileResult> {
  const source = { file: address, format: 'Monica API' };
  if (!token)
    return {
      ...source,
      error: 'A token is needed.',
      hint: 'Give it in KITH_IMPORT_KEY; Monica makes it in Settings, API.',
    };
  try {
    const web = openHttpSource(address, {
      authorization: () => `Bearer ${token.trim()}`,
      allowHttp: settings.KITH_ALLOW_HTTP,
      signal: options.signal,
      onWait: (seconds, reason) => tell(`waiting ${seconds} s: ${reason}\n`),
    });
    tell(`${address}: reading\n`);
    const account = await readMonicaApi(web).finally(() => web.close());
    return await importMonica(open, source, account, options);
  } catch (error) {
    return failure(address, error, options.signal);
  }
}

/** Monica's values that are left out because a contact here has its own: nothing is overwritten, and each is reported. */
async function keptValues({ client }: Into, { archive, records }: MonicaArchive): Promise<string[]> {
  const known = await loadMatchIndex(client);
  const ids = await matchContacts(client, archive.rows);
  return [...records].flatMap(([key, record]) => {
    const id = contactId(key);
    const there = known.get(ids.get(id) ?? id);
    return there ? compare(there, record).kept.map((what) => `${titleOf(record.contact)}: ${what}`) : [];
  });
}
