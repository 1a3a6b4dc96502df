import { countUsers, LOCAL_EMAIL } from '../../identity/users/users.ts';
import { settings } from '../../process/environment.ts';
import { tell } from '../../process/print.ts';
import type { Data } from '../../service/data/open-data.ts';

/**
 * Names the user whose data a command uses, if the folder has several users and none is selected. Otherwise undefined.
 */
export async function whoseData({ store }: Pick<Data, 'store'>): Promise<string | undefined> {
  if (settings.KITH_USER !== undefined) return undefined;
  const count = await countUsers(store);
  return count > 1
    ? `Using the data of ${LOCAL_EMAIL}, one of ${count} users here. To use another, set KITH_USER.`
    : undefined;
}

/**
 * Prints the name of that user before the work. `data` is undefined for a remote service, whose key determines the
 * user.
 */
export async function tellWhoseData(data: Pick<Data, 'store'> | undefined): Promise<void> {
  const whose = data && (await whoseData(data));
  if (whose !== undefined) tell(`${whose}\n`);
}
