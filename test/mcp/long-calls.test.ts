import { randomUUID } from 'node:crypto';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serverFactory } from '../../src/mcp/server.ts';
import { openClient } from '../../src/server/composition/open-client.ts';
import { settingsIn } from '../../src/settings.ts';
import { WITHOUT_DEADLINE } from '../support/mcp.ts';
import { CLI, type RunningService, startService, temporaryFolder } from '../support/service.ts';

interface Progress {
  progress: number;
  total?: number | undefined;
  message?: string | undefined;
}

const ways = [
  ['protocol of 2025', 'legacy', 'here'],
  ['protocol of 2026', { pin: '2026-07-28' }, 'here'],
  ['before a remote service', 'legacy', 'remote'],
] as const;

test('returns the result of a single-transaction call to a 1.x client, even if the client reads all messages at once', async () => {
  const folder = temporaryFolder();
  const service = await openClient(settingsIn({ KITH_DATA_DIR: folder.path }));
  const faults: unknown[] = [];
  const onFault = (_: string, fault: unknown) => faults.push(fault);
  const factory = serverFactory({ version: '1', client: async () => service.client, onFault });
  const [hostEnd, serverEnd] = readingTogether();
  await (await factory({ era: 'legacy' })).connect(serverEnd);
  const host = new LegacyClient({ name: 'kith-test', version: '1' });
  host.onerror = (fault) => faults.push(fault);
  await host.connect(hostEnd);
  const told: number[] = [];
  const onprogress = ({ progress }: Progress) => told.push(progress);
  await host.callTool({ name: 'bulk_create_tags', arguments: { names: ['a', 'b', 'c'] } }, undefined, { onprogress });
  expect(told).toEqual([0, 3]);
  expect(faults).toEqual([]);
  await host.close();
  await service.close();
  folder.remove();
});

test('stops an in-process call after the current chunk, and reports the progress', async () => {
  const folder = temporaryFolder();
  const service = await openClient(settingsIn({ KITH_DATA_DIR: folder.path }));
  const contacts = Array.from({ length: 250 }, (_, n) => ({ full_name: `Stopped ${n}` }));
  const stop = new AbortController();
  const options = { signal: stop.signal, onProgress: () => stop.abort() };
  const stopped = service.client.call('bulk_create_contacts', { contacts }, options);
  await expect(stopped).rejects.toMatchObject({ code: 'cancelled', details: { done: 100, total: 250 } });
  expect((await service.client.call('count_contacts', {})).data.count).toBe(100);
  await service.close();
  folder.remove();
});

/** Two ends of a wire. Messages sent in one event loop turn are read at once, as from a pipe. */
function readingTogether(): [InMemoryTransport, InMemoryTransport] {
  const [hostEnd, serverEnd] = InMemoryTransport.createLinkedPair();
  const send = serverEnd.send.bind(serverEnd);
  const sent: Parameters<typeof send>[] = [];
  serverEnd.send = async (...message) => {
    if (sent.length === 0) {
      process.nextTick(() => {
        for (const one of sent.splice(0)) send(...one);
      });
    }
    sent.push(message);
  };
  return [hostEnd, serverEnd];
}

describe.each(ways)('a call with many rows, %s', (_way, mode, place) => {
  const folder = temporaryFolder();
  let service: RunningService | undefined;
  const client = new Client({ name: 'kith-test', version: '1' }, { versionNegotiation: { mode } });
  beforeAll(async () => {
    service = place === 'remote' ? await startService() : undefined;
    const key = (await service?.user())?.apiKey;
    const where = key ? { KITH_BASE_URL: service!.baseUrl, KITH_API_KEY: key } : { KITH_DATA_DIR: folder.path };
    const env = { PATH: process.env.PATH ?? '', ...where };
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [CLI], env, stderr: 'ignore' }));
  });
  afterAll(async () => {
    await client.close();
    await service?.stop();
    folder.remove();
  });

  const people = (name: string, count: number) =>
    Array.from({ length: count }, (_, n) => ({ full_name: `${name} ${n}` }));
  const call = async (name: string, args: Record<string, unknown>, options: object = {}) =>
    // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the tool answered.
    (await client.callTool({ name, arguments: args }, { ...WITHOUT_DEADLINE, ...options })) as any;
  const count = async (name: string): Promise<number> =>
    (await call('count_contacts', { where: { name } })).structuredContent.count;

  test('reports each chunk, from none to all', async () => {
    const told: Progress[] = [];
    const contacts = people('Chunked', 250);
    const done = await call('bulk_create_contacts', { contacts }, { onprogress: (at: Progress) => told.push(at) });
    expect(done.structuredContent.batch).toMatchObject({ requested: 250, committed: 250 });
    expect(told.map(({ progress, total }) => [progress, total])).toEqual([0, 100, 200, 250].map((at) => [at, 250]));
    expect(told.at(-1)!.message).toBe('250 of 250 done');
  });

  test('reports each group in a merge', async () => {
    const { contacts } = (await call('bulk_create_contacts', { contacts: people('Twin', 6) })).structuredContent;
    const ids = contacts.map(({ id }: { id: string }) => id);
    const contactIds = [0, 2, 4].map((at) => ids.slice(at, at + 2));
    const told: number[] = [];
    const onprogress = ({ progress }: Progress) => told.push(progress);
    await call('merge_contacts', { contactIds, confirm: true }, { onprogress });
    // Small enough for one part from a remote service.
    const steps = place === 'remote' ? [0, 3] : [0, 1, 2, 3];
    expect(told).toEqual(steps.slice(0, told.length));
    // A client that reads the last progress together with the result drops it.
    expect(told.length).toBeGreaterThanOrEqual(steps.length - 1);
  });

  test('stops at the end of a chunk when canceled, and resumes with the same key', async () => {
    const stop = new AbortController();
    const args = { contacts: people('Halted', 500), idempotency_key: randomUUID() };
    const halted = call('bulk_create_contacts', args, {
      signal: stop.signal,
      onprogress: ({ progress }: Progress) => progress === 100 && stop.abort(),
    });
    await expect(halted).rejects.toThrow();
    // The next call is answered after the current chunk.
    const there = await count('halted');
    expect(there % 100).toBe(0);
    expect(there).toBeGreaterThanOrEqual(100);
    expect(there).toBeLessThan(500);
    const rest = await repeated(() => call('bulk_create_contacts', args));
    expect(rest.structuredContent.batch).toMatchObject({ requested: 500, committed: 500 });
    expect(await count('halted')).toBe(500);
  });

  test('answers a batch with bad rows in the same way, whether a row fails alone or ends it', async () => {
    const contacts = people('Mixed', 230);
    const taken = (await call('create_contact', { full_name: 'Taken' })).structuredContent.contact.id;
    contacts[150] = { ...contacts[150]!, id: taken } as (typeof contacts)[number];
    const alone = (await call('bulk_create_contacts', { contacts, continueOnError: true })).structuredContent;
    expect(alone.batch).toMatchObject({ requested: 230, committed: 229, committedThrough: 149 });
    expect(alone.batch.failedRows).toMatchObject([{ index: 150, id: taken, error: { code: 'Conflict' } }]);
    expect(alone.batch.chunks.map(({ offset }: { offset: number }) => offset)).toEqual([0, 100, 200]);
    const ended = (await call('bulk_create_contacts', { contacts })).structuredContent;
    expect(ended.batch).toMatchObject({ requested: 230, committed: 100, committedThrough: 99 });
    expect(ended.batch.chunks.map(({ status }: { status: string }) => status)).toEqual(['committed', 'failed']);
    expect(ended.batch.failedRows).toMatchObject([{ index: 150 }]);
    // An unreadable part rejects the whole call before anything is done.
    const unreadable = [...people('Unread', 120), { full_name: 'x', birthday: 'soon' }];
    const refused = await call('bulk_create_contacts', { contacts: unreadable });
    expect(refused.content[0].text).toContain('contacts[120].birthday');
    expect(await count('unread')).toBe(0);
  });

  /** Until the stopped attempt has released its key. */
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  async function repeated(again: () => Promise<any>): Promise<any> {
    for (;;) {
      const answer = await again();
      if (!answer.isError || !answer.content[0].text.includes('idempotency_in_progress')) return answer;
    }
  }
});
