import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { damage, withDatabase } from '../support/data-folder.ts';
import { Ledger } from '../support/ledger.ts';
import { randomFrom } from '../support/random.ts';
import { rounds } from '../support/rounds.ts';
import { seed } from '../support/seed.ts';
import { type Api, apiAt, kith, type RunningService, startService, temporaryFolder } from '../support/service.ts';

// kill -9 at random moments of a busy service. After the restart, everything acknowledged is complete and searchable.
// Everything else can be repeated with its key, and has one effect.

const ROUNDS = rounds(6);
const CONCURRENCY = 4;
const random = randomFrom(seed);

const folder = temporaryFolder();
const ledger = new Ledger();
let apiKey: string;
beforeAll(async () => {
  const { stdout } = await kith(folder.path, 'user', 'add', 'ada@example.com', '--json');
  apiKey = JSON.parse(stdout).api_key;
});
afterAll(() => folder.remove());

const start = () => startService(folder.path);
const apiOf = (service: RunningService) => apiAt(service.baseUrl, apiKey);

/** Writes concurrently until the service dies after `count` requests or responses. */
async function writeUntilKilled(service: RunningService, api: Api, moments: number): Promise<void> {
  let left = moments;
  const died = once(service.process, 'exit');
  const passed = () => {
    if (--left === 0) service.process.kill('SIGKILL');
  };
  const writer = async () => {
    while (left > 0) {
      const sent = ledger.send(api, ledger.next());
      passed();
      await sent;
      passed();
    }
  };
  // A writer ends with its connection. Its last request stays open in the ledger.
  await Promise.allSettled(Array.from({ length: CONCURRENCY }, writer));
  await died;
}

test(`loses nothing acknowledged in ${ROUNDS} rounds of kill -9 (seed ${seed})`, { timeout: 0 }, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const service = await start();
    const api = apiOf(service);
    for (const entry of ledger.unanswered) await ledger.send(api, entry);
    expect([...damage(folder.path), ...ledger.differences(folder.path)]).toEqual([]);
    await writeUntilKilled(service, api, 5 + Math.floor(random() * 60));
  }
  const service = await start();
  const api = apiOf(service);
  for (const entry of ledger.unanswered) await ledger.send(api, entry);
  for (const { id, word } of ledger.entries.filter(({ kind }) => kind === 'note')) {
    const { body } = await api.get(`/v2/timeline/notes/search?searchQuery=${word}`);
    expect(body.data.notes.map((note: { id: string }) => note.id)).toEqual([id]);
  }
  await service.stop();
  expect([...damage(folder.path), ...ledger.differences(folder.path)]).toEqual([]);
});

/** Data losses that a crash must never cause. */
const LOSSES = [
  ['an acknowledged contact', 'delete from contacts where id = :contact'],
  ['an e-mail of a contact', 'delete from contact_emails where contact_id = :contact and ranking = 1'],
  ['an acknowledged note', 'delete from timeline_items where id = :note'],
  ['the words of a note', 'delete from note_words where rowid = (select words_row from note_search where id = :note)'],
  ['the way from words to a contact', 'delete from contact_search where id = :contact'],
] as const;

test.each(LOSSES)('detects the loss of %s', async (_, statement) => {
  const idOf = (wanted: string) => ledger.entries.find(({ kind, id }) => kind === wanted && id)!.id!;
  const sql = statement.replace(':contact', `'${idOf('contact')}'`).replace(':note', `'${idOf('note')}'`);
  const copy = temporaryFolder();
  cpSync(folder.path, copy.path, { recursive: true });
  withDatabase(copy.path, (database) => database.exec(sql));
  expect([...damage(copy.path), ...ledger.differences(copy.path)]).not.toEqual([]);
  copy.remove();
});
