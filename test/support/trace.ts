import { spawnSync } from 'node:child_process';

/** strace, if it is installed and permitted (Debian: `apt install strace`; in a container: SYS_PTRACE). */
export const canTrace = spawnSync('strace', ['-qq', '-o', '/dev/null', 'true']).status === 0;

/** A command prefix that makes a program's system calls fail. The program stays our own child (-D). */
export const failing = (calls: string, fault: string): string[] => [
  ...['strace', '-D', '-f', '-qq', '-o', '/dev/null'],
  ...['-e', `trace=${calls}`, '-e', `inject=${calls}:${fault}`],
];

/** The same with a limit on the size of every file, which any Unix shell can set: a write past it fails. */
export const fileLimit = (kilobytes: number): string[] => ['sh', '-c', `ulimit -f ${2 * kilobytes}; exec "$@"`, 'sh'];

/** Writes the calls to a file as they are made, with their paths. With a fault, they are simulated instead. */
export const recording = (file: string, calls: string, fault?: string): string[] => [
  ...['strace', '-D', '-f', '-qq', '-y', '-s', '0', '-o', file, '-e', `trace=${calls}`],
  ...(fault ? ['-e', `inject=fsync,fdatasync:${fault}`] : []),
];
