import { execFileSync } from 'node:child_process';
import { VersionRejected } from './new-version.ts';

/** Throws unless a Node has its own SQLite and runs a module from outside the executable, which has no other SQLite. */
export function refuseOldNode(node: string): void {
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
  if (Number(version.slice(1).split('.')[0]) < 24)
    throw new VersionRejected(`An executable needs Node 24 or newer. This is ${version}.`);
}
