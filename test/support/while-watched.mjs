// Runs a command as long as its own input is open, so that it ends with the process that started it, even if that was
// killed. For kith, the data is deleted too.
//   node while-watched.mjs COMMAND [ARGUMENT…]
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';

const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
process.stdin.resume().on('close', () => child.kill('SIGTERM'));
// Ctrl-C reaches the command too.
process.on('SIGINT', () => {});
child.on('close', () => {
  rmSync(process.env.KITH_DATA_DIR, { recursive: true, force: true, maxRetries: 5 });
  process.exit();
});
