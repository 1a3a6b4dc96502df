import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '../../src/client/client.ts';
import { remoteClient } from '../../src/client/remote.ts';
import { addUser, localUser } from '../../src/identity/users/users.ts';
import { type Data, openData } from '../../src/service/data/open-data.ts';
import type { UserRow } from '../../src/store/tables.ts';
import { residentMegabytes } from '../start.ts';

/** `kith serve` on a new database, and the same database opened here. */
export interface Rig {
  data: Data;
  /** A user without data, and their client. */
  user(): Promise<{ user: UserRow; client: Client }>;
  megabytes(): number;
}

/** Runs `work` with a service, which is stopped afterwards, with its data removed, even after Ctrl-C. */
export async function withService<T>(work: (rig: Rig) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'kith-duplicates-'));
  const data = openData(folder, undefined);
  const env = { ...process.env, KITH_DATA_DIR: folder, KITH_RATE_LIMIT: '0', KITH_LOG_LEVEL: 'warn' };
  const child = spawn(process.execPath, ['dist/cli.js', 'serve', '--port', '0'], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const interrupted = () => {
    child.kill('SIGKILL');
    remove();
    process.exit(130);
  };
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  const clients: Client[] = [];
  try {
    const baseUrl = await addressOf(child);
    return await work({
      data,
      megabytes: () => residentMegabytes(child.pid!),
      async user() {
        const email = `person${clients.length}@example.com`;
        const { api_key } = await addUser(data.store, data.secret, { email });
        const client = remoteClient({ baseUrl, apiKey: api_key!, timeoutMs: 300_000, deadlineMs: 300_000 });
        clients.push(client);
        return { user: await localUser(data.store, email), client };
      },
    });
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
    for (const client of clients) await client.close();
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
    await data.store.close();
    remove();
  }
}

async function addressOf(child: ChildProcess): Promise<string> {
  let log = '';
  for await (const chunk of child.stderr!) {
    log += chunk;
    const found = /listening on (http:\/\/\S+)/.exec(log)?.[1];
    if (!found) continue;
    child.stderr!.resume();
    return found;
  }
  throw new Error(`kith serve did not start: ${log}`);
}
