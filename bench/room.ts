import { short, spread, table } from './figures.ts';
import type { Kind, LoadedUser } from './load/kinds.ts';
import { type Loader, startLoader } from './load/loader.ts';
import { addUsers, startDatabase, startNodes } from './load/nodes.ts';
import { cpuOf, postmasters, serverCpu, slice } from './load/processes.ts';
import type { Loaded } from './load/worker.ts';

const USERS = 200;
const PEOPLE = 50;
const CONNECTIONS = 32;
/** Requests to each node before it is measured: its code is compiled by then. */
const WARM_UP = 1_500;

/** Four of five read, as where people look things up with an assistant and write what they heard. */
const MIX: Partial<Record<Kind, number>> = {
  ...{ 'read a contact': 40, 'list contacts': 15, 'find by name': 10, 'search notes': 10, briefing: 5 },
  ...{ 'write a note': 10, 'change a contact': 5, 'create a contact': 3, 'set a reminder': 2 },
};
const WRITES: Kind[] = ['write a note', 'change a contact', 'create a contact', 'set a reminder'];

export interface RoomOptions {
  nodes: number[];
  seconds: number;
  /** Another PostgreSQL than one of this run: kith may have made its tables there, as on Citus. */
  database: string | undefined;
  /** Cores that a node may take at most, as on a machine of its own. */
  slice: number | undefined;
}

interface RoomFigures {
  nodes: number;
  perSecond: number;
  p50: number;
  readP99: number;
  writeP99: number;
  /** Milliseconds of CPU for a request. */
  cpu: { nodes: number; postgres: number | undefined; loader: number };
  /** Cores that all of them had together. */
  cores: number;
  refused: Record<string, number>;
}

/** Requests per second with growing numbers of nodes on one database, and what a request costs on each side. */
export async function measureRoom(
  folder: string,
  options: RoomOptions,
  tell: (what: string) => void,
): Promise<RoomFigures[]> {
  const { url, server } = options.database ? { url: options.database } : await startDatabase(folder);
  const loader = startLoader();
  try {
    const added = await addUsers(url, { users: USERS, people: PEOPLE }, tell);
    const users = added.map(({ key, contactIds }) => ({ key, contactIds }));
    const figures: RoomFigures[] = [];
    for (const count of options.nodes) {
      tell(`${count} nodes`);
      figures.push(await measureNodes(url, count, { ...options, users, loader }));
    }
    return figures;
  } finally {
    loader.stop();
    await server?.remove();
  }
}

async function measureNodes(
  url: string,
  count: number,
  { users, loader, seconds, slice: part }: RoomOptions & { users: LoadedUser[]; loader: Loader },
): Promise<RoomFigures> {
  const nodes = await startNodes(url, count);
  const slices = part ? nodes.map(({ pid }) => slice(`kith-room-${pid}`, part)) : [];
  for (const [index, held] of slices.entries()) {
    if (!held) throw new Error('--slice needs the right to bound a process (the cpu controller of cgroups)');
    held.hold(nodes[index]!.pid);
  }
  const servers = await postmasters(url);
  const load = { ports: nodes.map(({ port }) => port), users, connections: CONNECTIONS, mix: MIX, seed: count };
  await loader.run({ ...load, requests: count * WARM_UP, seconds: 4 * seconds });
  const spent = () => ({
    nodes: nodes.reduce((sum, { pid }) => sum + cpuOf(pid), 0),
    postgres: servers.reduce((sum, pid) => sum + serverCpu(pid), 0),
  });
  const before = spent();
  const loaded = await loader.run({ ...load, seconds });
  const after = spent();
  for (const node of nodes) await node.stop();
  for (const held of slices) held!.remove();
  return figuresOf(count, loaded, {
    nodes: after.nodes - before.nodes,
    postgres: servers.length > 0 ? after.postgres - before.postgres : undefined,
  });
}

function figuresOf(
  nodes: number,
  { took, seconds, cpu, refused }: Loaded,
  spent: { nodes: number; postgres: number | undefined },
): RoomFigures {
  const entries = Object.entries(took) as [Kind, number[]][];
  const of = (writes: boolean) =>
    entries.filter(([kind]) => WRITES.includes(kind) === writes).flatMap(([, all]) => all);
  const [reads, writes] = [spread(of(false)), spread(of(true))];
  const requests = reads.samples + writes.samples;
  const each = (time: number) => (time * 1_000) / requests;
  return {
    ...{ nodes, perSecond: requests / seconds, p50: spread([...of(false), ...of(true)]).p50, refused },
    ...{ readP99: reads.p99, writeP99: writes.p99 },
    cpu: {
      ...{ nodes: each(spent.nodes), loader: each(cpu) },
      postgres: spent.postgres === undefined ? undefined : each(spent.postgres),
    },
    cores: (spent.nodes + (spent.postgres ?? 0) + cpu) / seconds,
  };
}

export function roomTable(figures: RoomFigures[], { slice: part }: RoomOptions): string {
  const rows = figures.map(({ nodes, perSecond, p50, readP99, writeP99, cpu, cores }) => [
    ...[String(nodes), short(perSecond), short(p50), short(readP99), short(writeP99), short(cpu.nodes)],
    ...[cpu.postgres === undefined ? '' : short(cpu.postgres), short(cpu.loader), short(cores)],
  ]);
  const bound = part ? `, each node bounded to ${part} of a core` : '';
  const refused = figures.flatMap((one) => Object.entries(one.refused).map(([what, count]) => `${count} × ${what}`));
  return [
    table(
      `kith serve on one database, ${CONNECTIONS} connections, four reads to a write${bound}`,
      ['nodes', 'requests/s', 'p50 ms', 'read p99', 'write p99', 'node CPU ms', 'PostgreSQL', 'loader', 'cores busy'],
      rows,
    ),
    ...refused,
  ].join('\n');
}
