import { join } from 'node:path';
import { localUser } from '../../src/identity/users/users.ts';
import { openData } from '../../src/service/data/open-data.ts';
import { type Spread, short } from '../figures.ts';
import { seed } from '../seed.ts';
import { measureStarts } from '../start.ts';
import { buildFloor } from '../targets.ts';
import { measureToolList } from '../tool-list.ts';
import { measureTurns } from './calls.ts';
import { servers } from './servers.ts';
import { measureStores, type StoreFigures } from './stores.ts';

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

/** Other MCP servers and other address books with the same thousand people, each beside kith in this one run. */
export async function measureBeside(
  folder: string,
  { starts, calls }: { starts: number; calls: number },
  tell: (what: string) => void,
): Promise<BesideFigures> {
  tell('installing');
  const targets = [
    ...(await servers(folder, PEOPLE, await seeded(join(folder, 'ours')))),
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
    const { tools, total } = await measureToolList(target);
    const { ready, memory } = started[index]!;
    const { name, version } = target;
    figures.push({ name, version, ready, megabytes: memory, tools, tokens: total.tokens, calls: turns.get(target)! });
  }
  tell('address books');
  return { servers: figures, stores: await measureStores(folder, PEOPLE, calls) };
}

async function seeded(dataDir: string) {
  const data = openData(dataDir, undefined);
  const contactIds = await seed(data, await localUser(data.store), PEOPLE);
  await data.store.close();
  return { dataDir, contactIds };
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
