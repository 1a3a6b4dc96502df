import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { querying } from '../support/postgres.ts';
import type { Machine } from './machines.ts';

// A client on each machine that writes to its local PostgreSQL, whatever HAProxy and the other machines think. Writes
// that an old primary acknowledged must exist at the end.

const LOOP = `while :; do
  n=$((n+1)); name="$1-$$-$n"
  psql -qX "$2" -c "insert into witness values ('$name')" 2> /dev/null && echo "$name" >> "$3"
  sleep 0.3
done`;

export const makeWitness = (url: string): Promise<unknown> =>
  querying(url, (client) => client.query('create table witness (name text primary key)'));

export function startWitness(machine: Machine, folder: string): void {
  const ledger = join(folder, `postgres-${machine.name}`, 'witness');
  machine.start(
    `witness-${machine.name}`,
    'sh',
    '-c',
    LOOP,
    'sh',
    machine.name,
    'postgres://owner@127.0.0.1/witness',
    ledger,
  );
}

/** Number of acknowledged writes, and of those that are lost. */
export async function checkWitness(url: string, folder: string): Promise<{ taken: number; lost: string[] }> {
  const ledgers = readdirSync(folder)
    .map((name) => join(folder, name, 'witness'))
    .filter(existsSync);
  const taken = ledgers.flatMap((path) => readFileSync(path, 'utf8').split('\n').filter(Boolean));
  const { rows } = await querying(url, (client) => client.query('select name from witness'));
  const kept = new Set(rows.map(({ name }) => name));
  return { taken: taken.length, lost: taken.filter((name) => !kept.has(name)) };
}
