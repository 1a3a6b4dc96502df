import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { localNotices, otherProcesses } from '../../mcp/notifications/notices.ts';
import { connectionSubscriptions } from '../../mcp/notifications/streams.ts';
import { serverFactory } from '../../mcp/server.ts';
import { type EnabledTools, everything, SETTINGS, variableOf } from '../../mcp/tools/enabled-tools.ts';
import { settings, version } from '../../process/environment.ts';
import { protocolOutput, tell } from '../../process/print.ts';
import { observation } from '../../server/observation.ts';
import { LOCAL_USER, openLater } from '../../server/open-later.ts';
import { openWire, watchAnswers, watchListening } from '../../server/stdio-wire.ts';
import { KithError } from '../../shared/error.ts';
import { missingEngine } from '../../store/engine.ts';
import { type FilterOptions, filterFlagsOf } from '../input/filters.ts';

/** How long responses are still sent after a client closes its input. The rest of the second is for the shutdown. */
const DRAIN_MS = 600;

/**
 * `kith` as an MCP client starts it, at most with filters. The filter code is loaded only if needed, because most starts
 * have none.
 */
export async function startStdio(args: string[]): Promise<number> {
  const set = args.length > 0 || SETTINGS.some((setting) => settings[variableOf(setting)]);
  if (!set) return speak(everything);
  const [{ filterFlags, enabledToolsOf }, { parseArgs }] = await Promise.all([
    import('../../mcp/tools/filters.ts'),
    import('node:util'),
  ]);
  await refuseUnknown(args, [...Object.keys(filterFlags), 'no-catalogue']);
  return speak(enabledToolsOf(parseArgs({ args, options: filterFlags, allowNegative: true }).values));
}

async function refuseUnknown(args: string[], known: string[]): Promise<void> {
  const given = args
    .map((arg) => arg.split('=')[0]!)
    .find((arg) => arg.startsWith('--') && !known.includes(arg.slice(2)));
  if (given === undefined) return;
  const { suggestion } = await import('../../contract/schema/arguments.ts');
  const near = suggestion(
    given,
    known.map((name) => `--${name}`),
    '.',
  );
  throw new KithError('BadRequest', `There is no option "${given}"${near}`, {
    hint: 'List the options with kith help stdio.',
  });
}

/** `kith stdio`. */
export async function runStdio(options: FilterOptions): Promise<number> {
  const { enabledToolsOf } = await import('../../mcp/tools/filters.ts');
  return speak(enabledToolsOf(filterFlagsOf(options)));
}

/** Speaks MCP over stdin and stdout until the client closes them. The service opens on the first call. */
async function speak(enabled: EnabledTools): Promise<number> {
  const ended = endOfSession();
  const notices = localNotices();
  const service = openLater(notices);
  const observed = await observation('stdio');
  const subscriptions = connectionSubscriptions(notices, LOCAL_USER, otherProcesses(service.changedElsewhere));
  const factory = serverFactory({
    version,
    enabled,
    client: service.client,
    hasData,
    savedOverview: service.savedOverview,
    webOrigin: service.webOrigin,
    subscriptions,
    observer: observed?.observer,
    onFault: (id, error) => void import('../../server/composition/log.ts').then(({ logFault }) => logFault(id, error)),
  });
  const wire = openWire();
  const handle = serveStdio(factory, { legacy: 'serve', transport: wire });
  const answered = watchAnswers(wire);
  watchListening(wire, subscriptions);
  // The client's first request does not wait for it.
  setImmediate(() => tell(readiness()));
  if ((await ended) === 'input') await Promise.race([answered(), waitOwnTime(DRAIN_MS)]);
  await handle.close();
  await Promise.all([service.close(), observed?.close()]);
  return 0;
}

/** Without data, such as when a registry lists the tools, connecting creates none. */
const hasData = (): boolean =>
  !!(settings.KITH_BASE_URL || settings.KITH_DATABASE_URL) || existsSync(join(settings.KITH_DATA_DIR, 'kith.db'));

/**
 * Returns a startup message for the client's log. Tools are listed even without a database engine, and every call reports
 * the problem.
 */
function readiness(): string {
  const isElsewhere = settings.KITH_BASE_URL || settings.KITH_DATABASE_URL;
  const lack = isElsewhere ? undefined : missingEngine();
  return lack ? `kith: ${lack.message} ${lack.hint}\n` : 'kith is ready on stdio\n';
}

/** Waits for an amount of this process's own time, working or idle. Time taken by other processes does not count. */
async function waitOwnTime(milliseconds: number): Promise<void> {
  const [cpu, loop] = [process.cpuUsage(), performance.eventLoopUtilization()];
  let left = milliseconds;
  while (left > 0) {
    await sleep(Math.max(left, 10));
    const { user, system } = process.cpuUsage(cpu);
    left = milliseconds - (user + system) / 1000 - performance.eventLoopUtilization(loop).idle;
  }
}

/** Resolves to `now` if the client is gone or asks kith to stop, and to `input` if it may still read responses. */
function endOfSession(): Promise<'input' | 'now'> {
  return new Promise((resolve) => {
    process.stdin.on('end', () => resolve('input')).on('close', () => resolve('input'));
    protocolOutput.on('error', () => resolve('now'));
    process.on('SIGTERM', () => resolve('now')).on('SIGINT', () => resolve('now'));
  });
}
