import { expect, test } from 'vitest';
import { type CallFrame, fold, type Profile } from '../../bench/flames/fold.ts';
import { picture } from '../../bench/flames/picture.ts';

const frame = (functionName: string, url = 'file:///x/bundle.js'): CallFrame => ({ functionName, url, lineNumber: 0 });

/** Main calls work, which calls a library in two steps, with idle time in between. */
const PROFILE: Profile = {
  nodes: [
    { id: 1, callFrame: frame('(root)'), children: [2, 6] },
    { id: 2, callFrame: frame('main'), children: [3] },
    { id: 3, callFrame: frame('work<T>'), children: [4] },
    { id: 4, callFrame: frame('outer', 'library'), children: [5] },
    { id: 5, callFrame: frame('inner', 'library') },
    { id: 6, callFrame: frame('(idle)') },
  ],
  samples: [2, 6, 3, 5, 4, 3],
  timeDeltas: [100, 1_000, 200, 300, 400, 5_000],
  startTime: 10_000,
};

const nameOf = ({ functionName, url }: CallFrame) => {
  if (functionName === '(root)') return undefined;
  return url === 'library' ? { name: 'library', place: 'library' } : { name: functionName, place: 'src/mcp/x.ts' };
};

const folded = () => fold(PROFILE, nameOf, [0, 12_100]);

test("folds a profile into one tree of busy time, with a library's calls as one node", () => {
  const root = folded();
  const [main] = root.children.values();
  const [work] = main!.children.values();
  const [library] = work!.children.values();
  expect([root, main, work, library].map((one) => [one!.name, one!.time])).toEqual([
    ['all', 1_000],
    ['main', 1_000],
    ['work<T>', 900],
    ['library', 700],
  ]);
  expect(library!.children.size).toBe(0);
});

test('draws the same picture each time, with widths proportional to time', () => {
  const svg = picture('A title', folded());
  expect(svg).toBe(picture('A title', folded()));
  expect(svg).toContain('work&lt;T&gt;, src/mcp/x.ts: 90.0 %');
  expect(svg.match(/<g>.*?width="([\d.]+)"/g)).toHaveLength(4);
  expect(svg).toContain('width="839.5"');
});
