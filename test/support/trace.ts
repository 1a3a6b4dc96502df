import { spawnSync } from 'node:child_process';

/** strace, where this machine has it and lets it trace (Debian: `apt install strace`; in a container: SYS_PTRACE). */
export const canTrace = spawnSync('strace', ['-qq', '-o', '/dev/null', 'true']).status === 0;

/** A command line in front of a program that makes its system calls fail. The program stays our own child (-D). */
export const failing = (calls: string, fault: string): string[] => [
  ...['strace', '-D', '-f', '-qq', '-o', '/dev/null'],
  ...['-e', `trace=${calls}`, '-e', `inject=${calls}:${fault}`],
];

/** The same for a limit on the size of every file, which any Unix shell can set: past it a write is an error. */
export const fileLimit = (kilobytes: number): string[] => ['sh', '-c', `ulimit -f ${2 * kilobytes}; exec "$@"`, 'sh'];

/** Writes the calls to a file as they are made, with the files they are about; with a fault they are made up instead. */
export const recording = (file: string, calls: string, fault?: string): string[] => [
  ...['strace', '-D', '-f', '-qq', '-y', '-s', '0', '-o', file, '-e', `trace=${calls}`],
  ...(fault ? ['-e', `inject=fsync,fdatasync:${fault}`] : []),
];
