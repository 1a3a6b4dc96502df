import { homedir, userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { processEnvironment } from './environment.ts';

const NAME = 'kith';

/** Where data lives: KITH_DATA_DIR, else the platform's own place for it. */
export function dataDirectory(environment = processEnvironment): string {
  if (environment.KITH_DATA_DIR) return environment.KITH_DATA_DIR;
  const { APPDATA, XDG_DATA_HOME = '' } = environment;
  // Some starters set HOME to nothing: a private address book must not land in whatever folder a host starts in.
  const home = homedir() || userInfo().homedir;
  if (process.platform === 'darwin') return join(home, 'Library', 'Application Support', NAME);
  if (process.platform === 'win32') return join(APPDATA || join(home, 'AppData', 'Roaming'), NAME);
  // A path that is not absolute counts as none (XDG Base Directory Specification).
  return join(isAbsolute(XDG_DATA_HOME) ? XDG_DATA_HOME : join(home, '.local', 'share'), NAME);
}

/** Whether the environment names a service elsewhere. Hosts that fill in a form leave what is blank as an empty text. */
export const namesRemote = (environment = processEnvironment): boolean => !!environment.KITH_BASE_URL;

/** The build's version, put in by the bundler; code that runs from its sources has none. */
declare const KITH_VERSION: string;
export const version = typeof KITH_VERSION === 'undefined' ? 'sources' : KITH_VERSION;
