import { homedir, userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';

const FOLDER = 'kith';

/** The platform's own place for data, by these environment variables. */
export function platformFolder(
  { LOCALAPPDATA, XDG_DATA_HOME = '' }: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): string {
  // Some starters set HOME to nothing: a private address book must not land in whatever folder a host starts in.
  const home = homedir() || userInfo().homedir;
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', FOLDER);
  // Not the folder that roams: a database that two machines copy over each other is lost.
  if (platform === 'win32') return join(LOCALAPPDATA || join(home, 'AppData', 'Local'), FOLDER);
  // A path that is not absolute counts as none (XDG Base Directory Specification).
  return join(isAbsolute(XDG_DATA_HOME) ? XDG_DATA_HOME : join(home, '.local', 'share'), FOLDER);
}
