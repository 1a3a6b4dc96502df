import { isSea } from 'node:sea';

/**
 * How kith is started again. The single executable is all of it: the file that runs lies in a cache, under a name that the
 * next version does not have.
 */
export const ownProgram = (): { command: string; args: string[] } => ({
  command: process.execPath,
  args: isSea() ? [] : [process.argv[1]!],
});
