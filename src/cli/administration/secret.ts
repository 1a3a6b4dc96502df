import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { mastersIn, newMaster } from '../../identity/secrets/secret.ts';
import { replaceSecretFile, SEEN_WITHIN_MS } from '../../identity/secrets/secret-file.ts';
import { record } from '../../identity/users/security-log.ts';
import { settings } from '../../process/environment.ts';
import { counted, isWatched, say, sayJson, tellOver } from '../../process/print.ts';
import { openLocalData } from '../../server/composition/local-data.ts';
import type { Data } from '../../service/data/open-data.ts';
import { type Resealed, resealAll } from '../../service/rotate-secret.ts';
import { KithError } from '../../shared/error.ts';
import type { JsonOption } from '../input/arguments.ts';

/** `kith secret rotate`: creates a new secret and re-encrypts everything with it. Can be interrupted and run again. */
export async function runSecret({ json }: JsonOption): Promise<number> {
  const file = secretFile();
  const data = openLocalData();
  try {
    const unfinished = await reseal(data);
    if (file === undefined || unfinished.records > 0) return report(unfinished, json);
    await putNewSecret(file);
    await data.store.directory((db) => record(db, { event: 'secret.rotated' }));
    return report(await reseal(data), json);
  } finally {
    await data.store.close();
  }
}

/** Returns the secret file, or undefined if the settings contain both the new and the previous secret. */
function secretFile(): string | undefined {
  const { KITH_SECRET: given, KITH_SECRET_PREVIOUS: previous } = settings;
  if (given !== undefined && previous === undefined) {
    throw new KithError('BadRequest', 'The secret is in KITH_SECRET, so kith cannot replace it.', {
      hint: 'On every node, set KITH_SECRET to a new secret and KITH_SECRET_PREVIOUS to the old one, in the order in docs/scale.md. Then run kith secret rotate again.',
    });
  }
  if (given !== undefined) return undefined;
  const folder = settings.KITH_DATA_DIR;
  const file = join(folder, 'secret');
  if (!existsSync(join(folder, 'kith.db'))) throw new KithError('NotFound', `There is no data in ${folder}.`);
  return file;
}

async function putNewSecret(file: string): Promise<void> {
  const before = mastersIn(readFileSync(file, 'utf8'), file);
  replaceSecretFile(file, [newMaster(), ...before].join('\n'));
  // Other processes must load the new secret before they read a record encrypted with it.
  await sleep(2 * SEEN_WITHIN_MS);
}

const reseal = (data: Data): Promise<Resealed> =>
  resealAll(data, (done, total, what) => {
    if (isWatched()) tellOver(`${done} of ${total} ${what}`, done === total ? '\n' : '');
  });

async function report({ records, busy }: Resealed, json: true | undefined): Promise<number> {
  if (json) await sayJson({ records, busy }, 0);
  else {
    await say(`${counted(records, 'record is', 'records are')} encrypted with the new secret.\n`);
    if (busy > 0) await say(`${busy} more are in use. Run kith secret rotate again in a minute.\n`);
  }
  return busy === 0 ? 0 : 1;
}
