import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PositionedItem, TimelineSource } from '../../src/service/timeline/sources.ts';
import { BEGINNING, pageOfSources } from '../../src/service/timeline/timeline.ts';

const TYPES = { notes: 'note', emails: 'email', events: 'event' } as const;
type Name = keyof typeof TYPES;
type Numbers = Record<Name, number[]>;

/** A source of moments, some of them repeated. It fails as `failures` lists, before or after an item. */
function sourceOf(
  id: Name,
  moments: number[],
  failures: ('at once' | 'later' | false)[],
  lasting = false,
): TimelineSource {
  const items = moments
    .toSorted((a, b) => b - a)
    .map((moment, index): PositionedItem => {
      const date = new Date(moment * 60_000).toISOString();
      const item = {
        type: TYPES[id],
        date,
        [TYPES[id]]: { id: `${id} ${index}` },
      } as unknown as PositionedItem['item'];
      return { item, place: { index } };
    });
  return {
    id,
    async read(after, limit) {
      const start = after ? (after as { index: number }).index + 1 : 0;
      const failure = failures.shift();
      const read = items.slice(start, start + (failure === 'at once' ? 0 : failure === 'later' ? 1 : limit));
      return { items: read, ...(failure && { failure: { warning: `${id}: is away`, lasting } }) };
    },
  };
}

const moments = fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 25 });
const numbers: fc.Arbitrary<Numbers> = fc.record({ notes: moments, emails: moments, events: moments });

async function readAll(sources: TimelineSource[], take: number) {
  const items: string[] = [];
  const dates: string[] = [];
  const warnings: string[] = [];
  let from = BEGINNING;
  for (let page = 0; page < 200; page++) {
    const { items: shown, warnings: told, next } = await pageOfSources(sources, from, take);
    expect(shown.length).toBeLessThanOrEqual(take);
    dates.push(...shown.map(({ date }) => date));
    items.push(...shown.map((item) => (item[item.type] as { id: string }).id));
    warnings.push(...told);
    if (!next) return { items, dates, warnings };
    // The position as a cursor restores it.
    from = JSON.parse(JSON.stringify(next));
  }
  throw new Error('the pages do not end');
}

const everything = (all: Numbers): string[] =>
  (Object.keys(all) as Name[]).flatMap((name) => all[name].map((_, index) => `${name} ${index}`)).sort();

test('returns each item of several sources once across pages, newest first', async () => {
  await fc.assert(
    fc.asyncProperty(numbers, fc.integer({ min: 1, max: 9 }), async (all, take) => {
      const sources = (Object.keys(all) as Name[]).map((name) => sourceOf(name, all[name], []));
      const { items, dates, warnings } = await readAll(sources, take);
      expect(items.toSorted()).toEqual(everything(all));
      expect(dates).toEqual(dates.toSorted().reverse());
      expect(warnings).toEqual([]);
    }),
  );
});

test('warns about a source that fails temporarily, and loses no items', async () => {
  const failures = fc.array(fc.constantFrom('at once' as const, 'later' as const, false as const), { maxLength: 2 });
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

test('ends the list when only unreadable items remain', async () => {
  const away = () => Array<'at once'>(100).fill('at once');
  const later = await readAll([sourceOf('notes', [3], []), sourceOf('emails', [1, 2], away())], 5);
  expect(later.items).toEqual(['notes 0']);
  expect(later.warnings.length).toBeGreaterThan(1);
  const never = await readAll([sourceOf('notes', [3], []), sourceOf('emails', [1, 2], away(), true)], 5);
  expect(never).toMatchObject({ items: ['notes 0'], warnings: ['emails: is away'] });
});

test('throws an internal error instead of turning it into a warning', async () => {
  const faulty: TimelineSource = { id: 'emails', read: () => Promise.reject(new TypeError('a fault')) };
  await expect(pageOfSources([faulty], BEGINNING, 5)).rejects.toThrow('a fault');
});

test('reports identical failures of several sources once', async () => {
  const failing = (id: string): TimelineSource => ({
    id,
    read: async () => ({ items: [], failure: { warning: 'account:a@example.com: unavailable', lasting: false } }),
  });
  const { warnings } = await pageOfSources([failing('emails'), failing('events')], BEGINNING, 5);
  expect(warnings).toEqual(['account:a@example.com: unavailable']);
});
