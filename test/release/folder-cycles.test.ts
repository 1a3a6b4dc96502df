import { describe, expect, test } from 'vitest';
import { folderCycles } from '../../scripts/lint-imports/folder-cycles.ts';

const importing = (...imports: [source: string, target: string][]) =>
  folderCycles(imports.map(([source, target]) => ({ source, imports: [target] })));

describe('npm run lint:imports', () => {
  test('accepts imports that lead only downward', () => {
    expect(
      importing(['src/a/x.ts', 'src/b/x.ts'], ['src/b/x.ts', 'src/b/c/x.ts'], ['src/a/y.ts', 'src/a/x.ts']),
    ).toEqual([]);
  });

  test('reports two folders that import each other, with an import for each direction', () => {
    expect(importing(['src/a/x.ts', 'src/b/x.ts'], ['src/b/y.ts', 'src/a/y.ts'])).toEqual([
      'src/a -> src/b -> src/a\n    src/a/x.ts imports src/b/x.ts\n    src/b/y.ts imports src/a/y.ts',
    ]);
  });

  test('reports a folder that imports the folder around it', () => {
    expect(importing(['src/a/x.ts', 'src/a/b/x.ts'], ['src/a/b/y.ts', 'src/a/y.ts'])).toEqual([
      expect.stringContaining('src/a -> src/a/b -> src/a'),
    ]);
  });

  test('reports a cycle of three rooms through folders inside them', () => {
    expect(
      importing(['src/a/1/x.ts', 'src/b/x.ts'], ['src/b/y.ts', 'src/c/x.ts'], ['src/c/y.ts', 'src/a/2/x.ts']),
    ).toEqual([expect.stringContaining('src/a -> src/b -> src/c -> src/a')]);
  });
});
