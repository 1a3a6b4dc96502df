import { isSea } from 'node:sea';

/**
 * Command that starts kith again. For the single executable, that is the executable itself: the running file is in a
 * cache, with a name that the next version does not have.
 */
export const ownProgram = (): { command: string; args: string[] } => ({
  command: process.execPath,
  args: isSea() ? [] : [process.argv[1]!],
});
