import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Client } from '../client/client.ts';
import { everything, type Offer, SETTINGS, variableOf } from '../mcp/offer.ts';
import { serverFactory } from '../mcp/server.ts';
import { version } from './settings.ts';

/** How long a host that has closed its end still gets answers. */
const DRAIN_MS = 400;

/** MCP over stdin and stdout until the host closes them. The service opens on the first call. */
export async function runStdio(args: string[] = []): Promise<number> {
  const offer = await offerOf(args);
  const ended = endOfSession();
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
    offer,
    client: async () => (await open()).client,
    onFault: (id, error) => void import('./log.ts').then(({ logFault }) => logFault(id, error)),
  });
  const wire = openWire();
  const handle = serveStdio(factory, { legacy: 'serve', transport: wire });
  const answered = watchAnswers(wire);
  process.stderr.write('kith is ready on stdio\n');
  if ((await ended) === 'input') await Promise.race([answered(), sleep(DRAIN_MS)]);
  await handle.close();
  await opening?.then(({ close }) => close()).catch(() => {});
  return 0;
}

/** The filters load when there are some: most starts have none. */
async function offerOf(args: string[]): Promise<Offer> {
  const set = args.length > 0 || SETTINGS.some((setting) => process.env[variableOf(setting)]);
  if (!set) return everything;
  const { filterFlags, offerOfProcess } = await import('../mcp/filters.ts');
  return offerOfProcess(parseArgs({ args, options: filterFlags }).values);
}

/** The host is gone, wants us gone, or has closed its input and may still read what it asked for. */
function endOfSession(): Promise<'input' | 'now'> {
  return new Promise((resolve) => {
    process.stdin.on('end', () => resolve('input')).on('close', () => resolve('input'));
    process.stdout.on('error', () => resolve('now'));
    process.on('SIGTERM', () => resolve('now')).on('SIGINT', () => resolve('now'));
  });
}

/** The SDK's transport drops all answers when its input ends, so it gets an input that does not. */
function openWire(): StdioServerTransport {
  const input = new PassThrough();
  process.stdin.pipe(input, { end: false });
  return new StdioServerTransport(input, process.stdout);
}

/** Counts requests in and answers out; the function it gives waits until none is left. */
function watchAnswers(wire: StdioServerTransport): () => Promise<void> {
  const waiting = new Set<unknown>();
  let noneLeft = () => {};
  const { onmessage } = wire;
  const send = wire.send.bind(wire);
  wire.onmessage = (message) => {
    // A subscription has no answer as long as it lives.
    if ('id' in message && 'method' in message && message.method !== 'subscriptions/listen') waiting.add(message.id);
    onmessage?.(message);
  };
  wire.send = async (message) => {
    await send(message);
    if (!('method' in message) && waiting.delete(message.id) && waiting.size === 0) noneLeft();
  };
  return async () => {
    // The last input is still on its way to the transport.
    await nextTurn();
    if (waiting.size === 0) return;
    await new Promise<void>((resolve) => {
      noneLeft = resolve;
    });
  };
}
