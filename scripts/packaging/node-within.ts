import { execFileSync } from 'node:child_process';
import { Refused } from './new-version.ts';

/** Throws unless a Node has a SQLite of its own, and runs a module from outside of an executable: what carries it has no other. */
export function refuseOldNode(node: string): void {
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
  if (Number(version.slice(1).split('.')[0]) < 24)
    throw new Refused(`An executable takes a Node of 24 or newer, and this is ${version}.`);
}
