import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Client } from '../client/client.ts';
import { serverFactory } from '../mcp/server.ts';
import { version } from './settings.ts';

/** MCP over stdin and stdout until the host closes them. The service opens on the first call. */
export async function runStdio(): Promise<number> {
  let opening: Promise<{ client: Client; close(): Promise<void> }> | undefined;
  const open = () => {
    opening ??= import('./wiring.ts').then(({ openClient }) => openClient());
    // A start that failed may work the next time: a lock gone, a disk freed.
    opening.catch(() => {
      opening = undefined;
    });
    return opening;
  };
  const factory = serverFactory({
    version,
    client: async () => (await open()).client,
    onFault: (id, error) => void import('./log.ts').then(({ logFault }) => logFault(id, error)),
  });
  const handle = serveStdio(factory, { legacy: 'serve' });
  process.stderr.write('kith is ready on stdio\n');
  await endOfInput();
  await handle.close();
  await opening?.then(({ close }) => close()).catch(() => {});
  return 0;
}

/** The host is gone, or wants us gone. */
function endOfInput(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => resolve();
    process.stdin.on('end', done).on('close', done);
    process.stdout.on('error', done);
    process.on('SIGTERM', done).on('SIGINT', done);
  });
}
