import { homedir, userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';

const FOLDER = 'kith';

/** The platform's data folder according to these environment variables. */
export function platformFolder(
  { LOCALAPPDATA, XDG_DATA_HOME = '' }: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): string {
  // Some launchers set HOME to an empty string. A private address book must not end up in the MCP client's working
  // folder.
  const home = homedir() || userInfo().homedir;
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', FOLDER);
  // Not the roaming folder: a database that two computers copy over each other is lost.
  if (platform === 'win32') return join(LOCALAPPDATA || join(home, 'AppData', 'Local'), FOLDER);
  // A relative path is ignored (XDG Base Directory Specification).
  return join(isAbsolute(XDG_DATA_HOME) ? XDG_DATA_HOME : join(home, '.local', 'share'), FOLDER);
}
