import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { contents, startImport } from '../import/command.ts';
import { vcards } from '../import/harness.ts';
import { count, withDatabase } from '../support/data-folder.ts';
import { randomFrom } from '../support/random.ts';
import { rounds } from '../support/rounds.ts';
import { seed } from '../support/seed.ts';
import { temporaryFolder } from '../support/service.ts';

const folder = temporaryFolder();
const dataDir = join(folder.path, 'data');
afterAll(() => folder.remove());

const KILLS = rounds(4);
/** One file: three batches, each a transaction. */
const CARDS = 300;

describe(`kill -9 in the middle of ${KILLS} imports`, () => {
  const card = (batch: number, index: number) => [
    `FN:Person ${batch} ${index}`,
    `EMAIL;TYPE=home:p${batch}-${index}@x.example`,
    `TEL:+120255${String(batch * CARDS + index).padStart(5, '0')}`,
    `CATEGORIES:Batch ${batch},All`,
    `NOTE:First note of ${batch} ${index}`,
    `NOTE;CREATED=20260912T093000Z:Second note of ${batch} ${index}`,
  ];

  const notes = () => withDatabase(dataDir, (database) => count(database, 'timeline_items'));

  it('keeps every visible row, and completes the import on the next run', { timeout: 0 }, async () => {
    const files = Array.from({ length: KILLS }, (_, batch) => {
      const cards = Array.from({ length: CARDS }, (_, index) => card(batch, index));
      const path = join(folder.path, `batch-${batch}.vcf`);
      writeFileSync(path, vcards(...cards));
      return path;
    });
    const random = randomFrom(seed);
    let seen = new Map<string, string>();
    let cut = 0;
    for (const [round, path] of files.entries()) {
      const before = round === 0 ? 0 : notes();
      const { child, importing, closed } = startImport(dataDir, [path]);
      await importing;
      // The first kill is before any note, the others at random before the last batch.
      const enough = round === 0 ? 0 : Math.floor(random() * CARDS);
      while (child.exitCode === null && notes() - before < enough) await nextTurn();
      child.kill('SIGKILL');
      const { code, stdout } = await closed;
      if (code !== null) expect(stdout).toContain(`${CARDS} created`);
      const now = new Map((await contents(dataDir)).map((contact) => [contact.id, JSON.stringify(contact)]));
      for (const [id, contact] of seen) expect(now.get(id)).toBe(contact);
      // A contact never exists without its notes.
      for (const contact of now.values()) expect(contact).toContain('Second note');
      const made = now.size - seen.size;
      if (made > 0 && made < CARDS) cut++;
      seen = now;
    }
    // Otherwise, the kills were too early or too late to prove anything.
    expect(cut).toBeGreaterThan(0);

    expect(await startImport(dataDir, files).closed).toMatchObject({ code: 0 });
    const completed = await contents(dataDir);
    const reference = join(folder.path, 'reference');
    expect(await startImport(reference, files).closed).toMatchObject({ code: 0 });
    expect(completed).toEqual(await contents(reference));
    expect(completed).toHaveLength(CARDS * KILLS);
  });
});
