import { homedir } from 'node:os';
import { join } from 'node:path';

const NAME = 'kith';

/** Where data lives: KITH_DATA_DIR, else the platform's own place for it. */
export function dataDirectory(environment = process.env): string {
  if (environment.KITH_DATA_DIR) return environment.KITH_DATA_DIR;
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', NAME);
  if (process.platform === 'win32') return join(environment.APPDATA ?? join(homedir(), 'AppData', 'Roaming'), NAME);
  return join(environment.XDG_DATA_HOME ?? join(homedir(), '.local', 'share'), NAME);
}

/** Whether the environment names a service elsewhere. Hosts that fill in a form leave what is blank as an empty text. */
export const namesRemote = (environment = process.env): boolean => !!environment.KITH_BASE_URL;

/** The build's version, put in by the bundler; code that runs from its sources has none. */
declare const KITH_VERSION: string;
export const version = typeof KITH_VERSION === 'undefined' ? 'sources' : KITH_VERSION;
