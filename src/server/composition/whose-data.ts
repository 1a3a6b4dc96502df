import { countUsers, LOCAL_EMAIL } from '../../identity/users/users.ts';
import { settings } from '../../process/environment.ts';
import { tell } from '../../process/print.ts';
import type { Data } from '../../service/data/open-data.ts';

/** Says whose data a command uses, if the folder has several users and none is named. Otherwise undefined. */
export async function whoseData({ store }: Pick<Data, 'store'>): Promise<string | undefined> {
  if (settings.KITH_USER !== undefined) return undefined;
  const count = await countUsers(store);
  return count > 1
    ? `This is the data of ${LOCAL_EMAIL}; KITH_USER names another of the ${count} users here.`
    : undefined;
}

/** Prints whose data it is before the work. `data` is undefined for a remote service, whose key determines the user. */
export async function tellWhoseData(data: Pick<Data, 'store'> | undefined): Promise<void> {
  const whose = data && (await whoseData(data));
  if (whose !== undefined) tell(`${whose}\n`);
}
