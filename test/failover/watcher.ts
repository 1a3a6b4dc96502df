import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { remoteClient } from '../../src/client/remote.ts';
import { all } from '../support/all-pages.ts';
import { type Answer, apiAt } from '../support/service.ts';

/** A user's view of a fault: milliseconds of downtime, and unexpected responses. */
export interface ObservedOutage {
  writeGap: number;
  readGap: number;
  /** The longest wait of one request for any response. */
  wait: number;
  refused: number;
  unexpected: string[];
}

/** Sends every node one write and one read after another, and repeats a refused write. */
export class Watcher {
  readonly #apiKey: string;
  readonly #written = new Set<string>();
  readonly #asked = new Map<string, string>();
  readonly #loops: Promise<void>[];
  #last = { write: performance.now(), read: performance.now() };
  #met: ObservedOutage = nothing();
  #isOver = false;

  constructor(addresses: string[], apiKey: string) {
    this.#apiKey = apiKey;
    this.#loops = addresses.flatMap((address, node) => [this.#write(address, node), this.#read(address)]);
  }

  /** Results since the last call, including waits in progress. */
  met(): ObservedOutage {
    this.#heard('write');
    this.#heard('read');
    const met = this.#met;
    this.#met = nothing();
    return met;
  }

  get written(): number {
    return this.#written.size;
  }

  /** Stops, and returns the faults in the written data. */
  async stop(baseUrl: string): Promise<string[]> {
    this.#isOver = true;
    await Promise.all(this.#loops);
    const client = remoteClient({ baseUrl, apiKey: this.#apiKey });
    const contacts = await all(client, 'list_contacts', 'contacts', { take: 500 });
    await client.close();
    const kept = new Map<string, number>();
    for (const { full_name } of contacts) kept.set(full_name, (kept.get(full_name) ?? 0) + 1);
    return [
      ...[...this.#written].filter((name) => !kept.has(name)).map((name) => `lost: ${name}`),
      ...[...kept].filter(([, times]) => times > 1).map(([name]) => `doubled: ${name}`),
      ...[...kept.keys()].filter((name) => !this.#asked.has(name)).map((name) => `nobody wrote: ${name}`),
    ];
  }

  async #write(address: string, node: number): Promise<void> {
    const api = apiAt(address, this.#apiKey);
    for (let number = 0; !this.#isOver; number++) {
      const [name, key] = [`Watched ${node} ${number}`, randomUUID()];
      this.#asked.set(name, key);
      const write = () => api.post('/v2/contacts', { full_name: name }, { key });
      while (!(await this.#ask(write, 201))) await sleep(100);
      this.#written.add(name);
      this.#heard('write');
      await sleep(50);
    }
  }

  async #read(address: string): Promise<void> {
    const api = apiAt(address, this.#apiKey);
    while (!this.#isOver) {
      if (await this.#ask(() => api.get('/v2/contacts?take=1'), 200)) this.#heard('read');
      await sleep(50);
    }
  }

  async #ask(ask: () => Promise<Answer>, wanted: number): Promise<boolean> {
    const started = performance.now();
    const status = await ask().then(
      (answer) => answer.status,
      (error) => String(error),
    );
    this.#met.wait = Math.max(this.#met.wait, performance.now() - started);
    if (status === wanted) return true;
    if (status === 503) this.#met.refused++;
    else this.#met.unexpected.push(String(status));
    return false;
  }

  #heard(kind: 'write' | 'read'): void {
    const now = performance.now();
    const gap = kind === 'write' ? 'writeGap' : 'readGap';
    this.#met[gap] = Math.max(this.#met[gap], now - this.#last[kind]);
    this.#last[kind] = now;
  }
}

const nothing = (): ObservedOutage => ({ writeGap: 0, readGap: 0, wait: 0, refused: 0, unexpected: [] });
