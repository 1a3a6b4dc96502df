import { closeSync, openSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { recordStatements } from '../../bench/bare-sql.ts';
import { linesOf, sourceOfBytes } from '../../src/import/files/byte-source.ts';
import { readContacts } from '../../src/import/formats/read-contacts.ts';
import { readImported } from '../../src/import/formats/read-in-worker.ts';
import { type IdentifiedRecord, identify } from '../../src/import/matching/record-ids.ts';
import { PEOPLE_PER_BATCH } from '../../src/import/records/record.ts';
import { rounds } from '../support/rounds.ts';
import { seed } from '../support/seed.ts';
import { temporaryFolder } from '../support/service.ts';
import { openHarness, vcards } from './harness.ts';

// Cards are read in pieces, and each batch waits for the one before. Memory and work per person are the same for a file
// of any length.

const folder = temporaryFolder();
afterAll(() => folder.remove());

/** Reads a file from disk, as the command line does. */
async function streamed(text: string, take: (batch: IdentifiedRecord[]) => Promise<void> | void = () => {}) {
  const path = join(folder.path, 'people.vcf');
  writeFileSync(path, text);
  const fd = openSync(path, 'r');
  const people: IdentifiedRecord[] = [];
  try {
    const read = await readImported({ fd, size: statSync(path).size }, {}, async ({ total, batches }) => {
      for await (const batch of batches) {
        people.push(...batch);
        await take(batch);
      }
      return total;
    });
    if (!('contacts' in read)) throw new Error('not read as contacts');
    return { people, total: read.imported, ...read.contacts };
  } finally {
    closeSync(fd);
  }
}

it('reads the same lines in pieces of any size', () => {
  const text = fc.array(fc.constantFrom('a', 'bc', ' ', '\r', '\n', '\r\n', 'é')).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 7 }), (all, chunk) => {
      const bytes = Buffer.from(all);
      const lines = [...linesOf(sourceOfBytes(bytes), chunk)];
      expect(lines).toEqual(bytes.toString('latin1').split(/\r\n|\n|\r/));
    }),
    { seed, numRuns: rounds(300) },
  );
});

it('gives streamed people the same ids, tags, and reports as a file read at once', async () => {
  const line = fc.constantFrom(
    ...['UID:one', 'UID:two', 'UID:urn:uuid:4fbe8971-0bc3-424c-9c26-36c3e1eff6b1', 'NOTE:Hello', 'CATEGORIES:Friend'],
    ...['EMAIL:ann@x.example', 'X-UNKNOWN:x', 'RELATED;TYPE=friend:one', 'END:VCARD', 'BEGIN:VCARD', 'VERSION:9'],
    ...['KIND:group', 'MEMBER:one', 'MEMBER:two'],
  );
  const card = fc.tuple(fc.constantFrom('FN:Ann', 'FN:Bob', 'N:;;;;'), fc.array(line, { maxLength: 4 }));
  await fc.assert(
    fc.asyncProperty(fc.array(card, { minLength: 1, maxLength: 8 }), async (cards) => {
      const text = vcards(...cards.map(([name, lines]) => [name, ...lines]));
      const whole = readContacts(Buffer.from(text));
      const { people, bad, skipped, warnings } = await streamed(text);
      expect(people).toEqual(identify(whole.records));
      const byLine = (a: { line: number }, b: { line: number }) => a.line - b.line;
      expect({ bad: bad.sort(byLine), skipped: skipped.sort(byLine), warnings }).toEqual({
        bad: whole.bad,
        skipped: whole.skipped,
        warnings: whole.warnings,
      });
    }),
    { seed, numRuns: rounds(12) },
  );
});

const people = (from: number, count: number) =>
  vcards(
    ...Array.from({ length: count }, (_, index) => [
      `FN:Person ${from + index}`,
      `EMAIL:p${from + index}@x.example`,
      `NOTE:Note ${from + index}`,
    ]),
  );

it('reads no further than its consumer', async () => {
  const text = people(0, 1_000);
  const sizes: number[] = [];
  let inHand = 0;
  const { total } = await streamed(text, async (batch) => {
    expect(++inHand).toBe(1);
    sizes.push(batch.length);
    await new Promise((resolve) => setImmediate(resolve));
    inHand--;
  });
  expect(total).toBe(1_000);
  expect(Math.max(...sizes)).toBe(PEOPLE_PER_BATCH);
});

it('leaves the rest unread if the consumer stops', async () => {
  await expect(
    streamed(people(0, 1_000), () => {
      throw new Error('enough');
    }),
  ).rejects.toThrow('enough');
});

it('runs the same number of statements per batch, however many people exist', async () => {
  const harness = await openHarness();
  const statements = async (from: number) => {
    let rows = 0;
    const recorded = await recordStatements(() => harness.importFile(people(from, 500)));
    for (const { values } of recorded) rows += Array.isArray(values[0]) ? values.length : 1;
    return { statements: recorded.length, rows };
  };
  await statements(0);
  const second = await statements(500);
  await statements(1_000);
  const fourth = await statements(1_500);
  // Existing people are read at the start, 500 per page. Outbox messages are processed as they come.
  expect(fourth.statements).toBeLessThan(second.statements * 1.5);
  expect(fourth.rows).toBeLessThan(second.rows * 1.2);
  await harness.close();
});
