import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KithError } from '../../src/catalogue/error.ts';
import type { Context, Steps } from '../../src/service/context.ts';
import { makeCursors } from '../../src/service/cursor.ts';
import { pageOfTimeline } from '../../src/service/people/timeline.ts';
import type { PlacedItem, SourceName, TimelineSource } from '../../src/service/people/timeline-sources.ts';
import { makeSecret } from '../../src/service/secret.ts';

const cursors = makeCursors(makeSecret('a secret of thirty-two characters'));
const context = { user: { user_id: 'ada' }, cursors } as Context;
const steps: Pick<Steps, 'look'> = { look: (work) => work(context) };

const TYPES = { notes: 'note', emails: 'email', events: 'event' } as const;
type Numbers = Record<SourceName, number[]>;

/** A source over moments, one of which may come several times; it fails as often as `failures` says. */
function sourceOf(name: SourceName, moments: number[], failures: boolean[]): TimelineSource {
  const items = moments
    .toSorted((a, b) => b - a)
    .map((moment, index): PlacedItem => {
      const date = new Date(moment * 60_000).toISOString();
      return { item: { type: TYPES[name], date, [TYPES[name]]: { id: `${name} ${index}` } }, place: [index] };
    });
  return {
    name,
    async read(_, __, after, limit) {
      if (name !== 'notes' && failures.shift()) throw new KithError('ServiceUnavailable', 'is away');
      const start = after ? Number(after[0]) + 1 : 0;
      return { items: items.slice(start, start + limit), warnings: [] };
    },
  };
}

const moments = fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 25 });
const numbers: fc.Arbitrary<Numbers> = fc.record({ notes: moments, emails: moments, events: moments });

async function readAll(sources: TimelineSource[], take: number) {
  const items: string[] = [];
  const dates: string[] = [];
  const warnings: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < 200; page++) {
    const query = { take, cursor, includeContactDetails: false };
    const { items: shown, pagination, warnings: told } = await pageOfTimeline(steps, sources, query);
    expect(shown.length).toBeLessThanOrEqual(take);
    expect(pagination.count).toBe(shown.length);
    dates.push(...shown.map(({ date }) => date));
    items.push(...shown.map((item) => (item[item.type] as { id: string }).id));
    warnings.push(...told);
    if (!pagination.nextCursor) return { items, dates, warnings };
    cursor = pagination.nextCursor;
  }
  throw new Error('the pages do not end');
}

const everything = (all: Numbers): string[] =>
  (Object.keys(all) as SourceName[]).flatMap((name) => all[name].map((_, index) => `${name} ${index}`)).sort();

test('pages of several sources give each item once, newest first', async () => {
  await fc.assert(
    fc.asyncProperty(numbers, fc.integer({ min: 1, max: 9 }), async (all, take) => {
      const sources = (Object.keys(all) as SourceName[]).map((name) => sourceOf(name, all[name], []));
      const { items, dates, warnings } = await readAll(sources, take);
      expect(items.toSorted()).toEqual(everything(all));
      expect(dates).toEqual(dates.toSorted().reverse());
      expect(warnings).toEqual([]);
    }),
  );
});

test('a source that fails now and then is told of, and loses nothing', async () => {
  const failures = fc.array(fc.boolean(), { maxLength: 2 });
  await fc.assert(
    fc.asyncProperty(numbers, fc.integer({ min: 1, max: 9 }), failures, failures, async (all, take, mail, calendar) => {
      const failed = [...mail, ...calendar].filter(Boolean).length;
      const sources = [
        sourceOf('notes', all.notes, []),
        sourceOf('emails', all.emails, [...mail]),
        sourceOf('events', all.events, [...calendar]),
      ];
      const { items, warnings } = await readAll(sources, take);
      expect(items.toSorted()).toEqual(everything(all));
      expect(warnings.length).toBeLessThanOrEqual(failed);
      if (mail[0]) expect(warnings).toContain('emails: is away');
    }),
  );
});

test('where only what cannot be read is left, the list comes to an end', async () => {
  const broken = sourceOf('emails', [1, 2], Array(100).fill(true));
  const { items, warnings } = await readAll([sourceOf('notes', [3], []), broken], 5);
  expect(items).toEqual(['notes 0']);
  expect(warnings.length).toBeGreaterThan(1);
});

test('a fault of ours is not passed over as a warning', async () => {
  const faulty: TimelineSource = { name: 'emails', read: () => Promise.reject(new TypeError('a fault')) };
  const query = { take: 5, includeContactDetails: false };
  await expect(pageOfTimeline(steps, [faulty], query)).rejects.toThrow('a fault');
});
