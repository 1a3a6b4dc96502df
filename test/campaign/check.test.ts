import { expect, test } from 'vitest';
import { checkHistory } from './check.ts';
import type { History, ReadEvent, WriteEvent } from './history.ts';

// Small handwritten histories, good and bad. `write(1, 2, …)` was sent at 1 and acknowledged at 2.

const write = (invoked: number, acknowledged: number | undefined, ...marks: string[]): WriteEvent => ({
  id: `write at ${invoked}`,
  invoked,
  ...(acknowledged !== undefined && { acknowledged }),
  marks,
});
const read = (invoked: number, returned: number, ...marks: string[]): ReadEvent => ({ invoked, returned, marks });

function history(events: (WriteEvent | ReadEvent)[], final: string[], ids: [string, string[]][] = []): History {
  return {
    writes: events.filter((event): event is WriteEvent => 'id' in event),
    reads: events.filter((event): event is ReadEvent => !('id' in event)),
    final: { marks: final, ids: new Map(ids) },
  };
}

const kinds = (...given: Parameters<typeof history>) => checkHistory(history(...given)).map(({ kind }) => kind);

const made = write(1, 2, '+note:a');
const gone = write(5, 6, '-note:a');

const GOOD: [string, ...Parameters<typeof history>][] = [
  ['nothing', [], []],
  ['a write that exists', [made], ['+note:a']],
  ['one that was removed', [made, gone], []],
  ['one without an answer that took effect', [write(1, undefined, '+note:a')], ['+note:a']],
  ['one without an answer that did not', [write(1, undefined, '+note:a')], []],
  ['a removal without an answer, that took effect', [made, write(5, undefined, '-note:a')], []],
  ['one that did not', [made, write(5, undefined, '-note:a')], ['+note:a']],
  ['a refused write that does not exist', [{ ...write(1, undefined, '+note:a'), refused: true }], []],
  ['an undo', [made, gone, write(7, 8, '+note:a')], ['+note:a']],
  ['a read during the write finds it', [made, read(1.2, 1.5, '+note:a')], ['+note:a']],
  ['or does not', [made, read(1.2, 1.5, '-note:a')], ['+note:a']],
  [
    'reads before, between and after',
    [made, gone, read(0, 0.5, '-note:a'), read(3, 4, '+note:a'), read(7, 8, '-note:a')],
    [],
  ],
  ['a read during the removal', [made, gone, read(5.1, 5.2, '+note:a'), read(5.3, 5.4, '-note:a')], []],
  ['a value', [made, write(3, 4, 'note:a.text=x')], ['+note:a', 'note:a.text=x']],
  ['the second of two', [write(1, 2, 'f=x'), write(3, 4, 'f=y')], ['f=y']],
  ['either of two at once', [write(1, 4, 'f=x'), write(2, 3, 'f=y')], ['f=x']],
  ['an unanswered value, seen late', [write(1, undefined, 'f=x'), write(3, 4, 'f=y'), read(5, 6, 'f=y')], ['f=x']],
  ['the value before any', [read(0, 0.5, 'f=null'), write(1, 2, 'f=x'), read(1.1, 1.2, 'f=null')], ['f=x']],
  [
    'reads of two at once, in one order',
    [write(1, 9, 'f=x'), write(2, 8, 'f=y'), read(3, 4, 'f=x'), read(5, 6, 'f=y')],
    ['f=y'],
  ],
  ['a repeat with the same answer', [{ ...made, ids: ['1'], again: [['1']] }], ['+note:a'], [['note:a', ['1']]]],
];

test.each(GOOD)('passes: %s', (_, ...given) => expect(kinds(...given)).toEqual([]));

const BAD: [string, string, ...Parameters<typeof history>][] = [
  ['an acknowledged write is missing', 'lost', [made], []],
  ['a write exists twice', 'doubled', [made], ['+note:a', '+note:a']],
  ['an unanswered write exists twice', 'doubled', [write(1, undefined, '+note:a')], ['+note:a', '+note:a']],
  ['a removed one is back', 'surplus', [made, gone], ['+note:a']],
  ['a refused write exists', 'unknown', [{ ...made, refused: true }], ['+note:a']],
  ['a record without a write exists', 'unknown', [], ['+note:b']],
  ['a record without a write was read', 'unknown', [read(1, 2, '+note:b')], []],
  ['an undone removal is not undone', 'lost', [made, gone, write(7, 8, '+note:a')], []],
  ['a read after the write does not find it', 'stale', [made, read(3, 4, '-note:a')], ['+note:a']],
  ['a read after the removal finds it', 'stale', [made, gone, read(7, 8, '+note:a')], []],
  ['it was seen before it was asked for', 'unknown', [made, read(0, 0.5, '+note:a')], ['+note:a']],
  [
    'it was seen, and then not yet',
    'stale',
    [write(1, 9, '+note:a'), read(2, 3, '+note:a'), read(4, 5, '-note:a')],
    ['+note:a'],
  ],
  [
    'a write without an answer was seen, and is not there',
    'lost',
    [write(1, undefined, '+note:a'), read(2, 3, '+note:a')],
    [],
  ],
  ['a value without a write', 'unknown', [write(1, 2, 'f=x')], ['f=z']],
  ['a value that was overwritten is back', 'lost', [write(1, 2, 'f=x'), write(3, 4, 'f=y')], ['f=x']],
  ['an acknowledged value is missing', 'lost', [write(1, 2, 'f=x')], ['f=null']],
  ['a read of an overwritten value', 'stale', [write(1, 2, 'f=x'), write(3, 4, 'f=y'), read(5, 6, 'f=x')], ['f=y']],
  ['a read of a value before it was written', 'unknown', [read(0, 0.5, 'f=x'), write(1, 2, 'f=x')], ['f=x']],
  [
    'one client sees the new and another later the old value',
    'stale',
    [write(1, 2, 'f=x'), write(3, 9, 'f=y'), read(4, 5, 'f=y'), read(6, 7, 'f=x')],
    ['f=y'],
  ],
  [
    'a write done a second time, over another: x, y, x',
    'stale',
    [write(1, 2, 'f=x'), write(3, 4, 'f=y'), read(5, 6, 'f=y'), read(7, 8, 'f=x')],
    ['f=x'],
  ],
  [
    'a repeat with another answer',
    'replay',
    [{ ...made, ids: ['1'], again: [['2']] }],
    ['+note:a'],
    [['note:a', ['1']]],
  ],
  ['a record under another id', 'doubled', [{ ...made, ids: ['1'] }], ['+note:a'], [['note:a', ['2']]]],
];

test.each(BAD)('detects: %s (%s)', (_, kind, ...given) => expect(kinds(...given)).toContain(kind));
