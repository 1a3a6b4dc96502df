import { settings } from '../../process/environment.ts';
import { say, sayJson } from '../../process/print.ts';
import { append } from '../../shared/lists.ts';
import { checkAccounts, checkConnection, checkPhotos } from '../doctor/connection.ts';
import { checkData, isThereData } from '../doctor/data.ts';
import { textOf } from '../doctor/findings.ts';
import { checkSettings } from '../doctor/settings.ts';
import type { JsonOption } from '../input/arguments.ts';

/**
 * `kith doctor`: checks configuration, data, connection, accounts, and access from outside. Creates nothing. Returns exit
 * code 1 if it finds a problem.
 */
export async function runDoctor({ json }: JsonOption): Promise<number> {
  const findings = checkSettings();
  const isRemote = !!settings.KITH_BASE_URL;
  if (!isRemote) append(findings, await checkData());
  if (settings.KITH_REDIS_URL) append(findings, await (await import('../doctor/redis.ts')).checkRedis());
  // Opening would report invalid settings and data again, and would create missing data.
  const opens = !findings.some(({ state }) => state === 'problem') && (isRemote || isThereData());
  if (opens) {
    const { found, client, userData, close } = await checkConnection();
    append(findings, found);
    if (userData) findings.push(await checkPhotos(userData));
    if (client) append(findings, await checkAccounts(client));
    await close();
  }
  if (!isRemote) {
    const [{ checkFrontDoor }, { checkProvider }] = await Promise.all([
      import('../doctor/front-door.ts'),
      import('../doctor/provider.ts'),
    ]);
    append(findings, await checkFrontDoor());
    append(findings, await checkProvider());
  }
  const problems = findings.filter(({ state }) => state === 'problem').length;
  await (json ? sayJson(findings) : say(`${textOf(findings)}\n`));
  return problems === 0 ? 0 : 1;
}
