import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { platform } from 'node:process';
import { pathToFileURL } from 'node:url';

const PROGRAMS: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
  darwin: ['open'],
  // `start` would interpret the URL as a command line.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/**
 * Opens a secret URL in the person's browser through a file that redirects to it. Every account on the computer can read a
 * program's arguments, but only the owner can read the file. kith cannot tell whether a browser opened, so print the URL too.
 * Returns a function that removes the file.
 */
export function openInBrowser(address: string): () => void {
  const folder = folderFor(redirectTo(address));
  if (folder === undefined) return () => {};
  const [program, ...args] = PROGRAMS[platform] ?? ['xdg-open'];
  // Without this program there is no browser to open.
  spawn(program, [...args, pathToFileURL(join(folder, PAGE)).href], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
  return () => rmSync(folder, { recursive: true, force: true });
}

const PAGE = 'open-kith.html';

/**
 * Creates a folder that only the person can read, with a page in it. Returns undefined if that fails. The home folder is its
 * parent, and its name has no dot: snap-packaged browsers read neither hidden folders nor the temporary folder.
 */
function folderFor(page: string): string | undefined {
  try {
    const folder = mkdtempSync(join(homedir(), 'kith-open-'));
    writeFileSync(join(folder, PAGE), page, { mode: 0o600, flag: 'wx' });
    return folder;
  } catch {
    // The person can still use the printed URL.
    return undefined;
  }
}

function redirectTo(address: string): string {
  // The URL parser encodes quotes and angle brackets.
  const { href } = new URL(address);
  return `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${href}">
<title>kith</title>
<p><a href="${href}">Open kith</a></p>
</html>
`;
}
