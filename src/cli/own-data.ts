import { type Data, openData } from '../service/data.ts';
import { processEnvironment } from './environment.ts';
import { dataDirectory } from './settings.ts';

/** KITH_SECRET and, while it is rotated, KITH_SECRET_PREVIOUS; undefined where the file beside the data holds the secret. */
export function secretsOf({ KITH_SECRET: secret, KITH_SECRET_PREVIOUS: previous }: NodeJS.ProcessEnv) {
  if (secret === undefined) return undefined;
  return previous === undefined ? [secret] : [secret, previous];
}

/** The data that the settings name. */
export const openOwnData = (environment = processEnvironment): Data =>
  openData(dataDirectory(environment), secretsOf(environment), environment.KITH_DATABASE_URL);
