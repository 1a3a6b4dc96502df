import { join } from 'node:path';
import { type Spread, short } from '../figures.ts';
import { seedFolder } from '../seed.ts';
import { measureStarts } from '../start.ts';
import { buildFloor } from '../targets.ts';
import { measureTurns } from './calls.ts';
import { servers } from './servers.ts';
import { measureStores, type StoreFigures } from './stores.ts';
import { measureToolList } from './tool-list.ts';

const PEOPLE = 1_000;

interface ServerFigures {
  name: string;
  version: string;
  ready: Spread;
  megabytes: Spread;
  tools: number;
  tokens: number;
  calls: { read?: Spread | undefined; find?: Spread | undefined; write?: Spread | undefined };
}

export interface BesideFigures {
  servers: ServerFigures[];
  stores: StoreFigures[];
}

/** Other MCP servers and other address books with the same 1,000 people, each beside kith in one run. */
export async function measureBeside(
  folder: string,
  { starts, calls }: { starts: number; calls: number },
  tell: (what: string) => void,
): Promise<BesideFigures> {
  tell('installing');
  const targets = [
    ...(await servers(folder, PEOPLE, await seedFolder(join(folder, 'ours'), PEOPLE))),
    { ...buildFloor(), name: 'smallest server of the SDK', version: '' },
  ];
  tell('starts');
  const started = await measureStarts(
    targets.map(({ call: _, ...target }) => target),
    starts,
  );
  tell('calls');
  const turns = await measureTurns(targets, PEOPLE, calls);
  const figures: ServerFigures[] = [];
  for (const [index, target] of targets.entries()) {
    const { tools, tokens } = await measureToolList(target);
    const { ready, memory } = started[index]!;
    const { name, version } = target;
    figures.push({ name, version, ready, megabytes: memory, tools, tokens, calls: turns.get(target)! });
  }
  tell('address books');
  return { servers: figures, stores: await measureStores(folder, PEOPLE, calls) };
}

/** Markdown, for the README. */
export function besideTables({ servers, stores }: BesideFigures): string {
  const cell = (spread: Spread | undefined) => (spread ? short(spread.p50) : '');
  return [
    '| MCP server | Start, ms | MB | Tools | Tokens | Read, ms | Find, ms | Write, ms |',
    '|---|---:|---:|---:|---:|---:|---:|---:|',
    ...servers.map(({ name, version, ready, megabytes, tools, tokens, calls }) => {
      const cells = [cell(ready), cell(megabytes), String(tools), short(tokens)];
      return `| ${[`${name} ${version}`.trim(), ...cells, cell(calls.read), cell(calls.find), cell(calls.write)].join(' | ')} |`;
    }),
    '',
    '| Address book over HTTP | Read, ms | Write, ms | MB |',
    '|---|---:|---:|---:|',
    ...stores.map(({ name, get, put, megabytes }) => `| ${name} | ${cell(get)} | ${cell(put)} | ${short(megabytes)} |`),
    '',
  ].join('\n');
}
