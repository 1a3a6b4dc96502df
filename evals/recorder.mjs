// Runs an MCP server for a host, and writes what both say to a file, a message per line.
//   node evals/recorder.mjs FILE COMMAND [arguments]
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';

const [file, command, ...args] = process.argv.slice(2);
const log = createWriteStream(file, { flags: 'a' });
const server = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
tee(process.stdin, server.stdin);
tee(server.stdout, process.stdout);
server.on('close', (code) => log.end(() => process.exit(code ?? 1)));

/** Chunks may end within a line, and both directions share the file, so only whole lines are written. */
function tee(from, to) {
  let rest = '';
  from.setEncoding('utf8');
  from.on('data', (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    for (const line of lines) log.write(`${line}\n`);
    to.write(chunk);
  });
  from.on('end', () => to.end());
}
