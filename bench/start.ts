import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { initialize, startJsonRpc } from '../test/support/json-rpc.ts';
import { Samples, type Spread, short, table, times } from './figures.ts';
import type { Target } from './targets.ts';

export interface StartFigures {
  name: string;
  /** Milliseconds from the process start to the response of the first tools/list. */
  ready: Spread;
  /** Resident memory after it, MB. */
  memory: Spread;
  /** Milliseconds of the first tool call, for which the service opens, and of the second. */
  firstCall: Spread | undefined;
  secondCall: Spread | undefined;
}

/** Starts every target once per round, in turns, so that other load on the computer affects all alike. */
export async function measureStarts(targets: Target[], rounds: number): Promise<StartFigures[]> {
  const samples = new Map(targets.map((target) => [target, new Samples()]));
  // One start each that does not count, to bring the files into memory.
  for (const target of targets) await startOnce(target, new Samples());
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < targets.length; turn++) {
      const target = targets[(round + turn) % targets.length]!;
      await startOnce(target, samples.get(target)!);
    }
  }
  return [...samples].map(([{ name }, found]) => ({
    name,
    ready: found.get('ready')!,
    memory: found.get('memory')!,
    firstCall: found.get('first call'),
    secondCall: found.get('second call'),
  }));
}

async function startOnce({ command, env, call }: Target, samples: Samples): Promise<void> {
  const started = performance.now();
  const server = startJsonRpc(command, env);
  await initialize(server);
  await server.request('tools/list');
  samples.add('ready', performance.now() - started);
  samples.add('memory', residentMegabytes(server.child.pid!));
  for (const sample of call ? ['first call', 'second call'] : []) {
    const asked = performance.now();
    const { isError } = await server.request('tools/call', call);
    if (isError) throw new Error(`${command.join(' ')} refused its call`);
    samples.add(sample, performance.now() - asked);
  }
  server.child.kill('SIGTERM');
  await server.exited;
}

/** A process's current memory. */
export function residentMegabytes(pid: number): number {
  if (process.platform !== 'linux') {
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
  }
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;
}

export function startTable(figures: StartFigures[]): string {
  const floor = figures.find(({ name }) => name === 'floor')!;
  const rows = figures.map(({ name, ready, memory, firstCall, secondCall }) => [
    name,
    short(ready.p50),
    short(ready.p95),
    times(ready.p50 / floor.ready.p50),
    short(memory.p50),
    times(memory.p50 / floor.memory.p50),
    firstCall ? short(firstCall.p50) : '',
    secondCall ? short(secondCall.p50) : '',
  ]);
  return table(
    `Start: process start to the first tools/list answer (${floor.ready.samples} starts each, in turns)`,
    ['', 'p50 ms', 'p95 ms', '÷ floor', 'MB', '÷ floor', '1st call ms', '2nd call ms'],
    rows,
  );
}
