import { countUsers, LOCAL_EMAIL } from '../../identity/users/users.ts';
import { settings } from '../../process/environment.ts';
import { tell } from '../../process/print.ts';
import type { Data } from '../../service/data/open-data.ts';

/**
 * Whose data a command works on, where that is not plain: there are several users here, and none is named. Undefined
 * where it is.
 */
export async function whoseData({ store }: Pick<Data, 'store'>): Promise<string | undefined> {
  if (settings.KITH_USER !== undefined) return undefined;
  const count = await countUsers(store);
  return count > 1
    ? `This is the data of ${LOCAL_EMAIL}; KITH_USER names another of the ${count} users here.`
    : undefined;
}

/** Tells it before the work. `data` is undefined where the service is remote: its key says whose data it is. */
export async function tellWhoseData(data: Pick<Data, 'store'> | undefined): Promise<void> {
  const whose = data && (await whoseData(data));
  if (whose !== undefined) tell(`${whose}\n`);
}
