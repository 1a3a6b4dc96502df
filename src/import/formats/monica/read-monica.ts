import { refuseDeepJson } from '../../../contract/schema/request-size.ts';
import { KithError } from '../../../shared/error.ts';
import { parseJson } from '../../../shared/records.ts';
import { decodeFile } from '../../../shared/text/charset.ts';
import { isArchive } from '../../files/archive-file.ts';
import type { MonicaAccount } from './account.ts';
import { isMonica, readMonicaJson } from './json.ts';
import { looksLikeSql, readMonicaSql } from './sql.ts';

export interface MonicaFile {
  format: 'Monica JSON' | 'Monica SQL';
  account: MonicaAccount;
}

const HEAD_BYTES = 65_536;

/**
 * Reads an export of Monica 4.x, detected by its content: JSON with versions and an account, or SQL. Returns undefined
 * for other files, or throws if `sure` is set.
 */
export function readMonica(bytes: Uint8Array, sure = false): MonicaFile | undefined {
  const head = decodeFile(bytes.subarray(0, HEAD_BYTES));
  if (looksLikeSql(head)) return { format: 'Monica SQL', account: readMonicaSql(decodeFile(bytes)) };
  if (/^\uFEFF?\s*\{/.test(head) && !isArchive(head)) {
    const text = decodeFile(bytes);
    refuseDeepJson(text, 'the file');
    const value = parseJson(text);
    if (sure && value === undefined) throw new KithError('BadRequest', 'The file is incomplete or invalid JSON.');
    if (isMonica(value)) return { format: 'Monica JSON', account: readMonicaJson(value) };
  }
  if (sure) throw new KithError('BadRequest', 'The file is neither a JSON nor an SQL export of Monica 4.x.');
  return undefined;
}
