import { describe, expect, test } from 'vitest';
import {
  absentCitations,
  linkFaults,
  namedPageFaults,
  pathFaults,
  unlistedPages,
} from '../../scripts/docs/references.ts';

// The check of names in comments and pages detects its targets. Names are put together here, because the check reads
// this file too.

const page = (name: string) => `docs/${name}.md`;
const FILES: Record<string, string> = {
  [page('api/there')]: '# There\n\n## Absent, null, empty\n',
  [page('other')]: '# Other\n',
};
const read = (path: string) => FILES[path];

test('accepts existing pages and headings', () => {
  expect(namedPageFaults(`// (${page('api/there')}#absent-null-empty), ${page('other')}.`, read)).toEqual([]);
  expect(linkFaults(page('api/there'), '[a](../other.md) [b](#there) [c](https://example.com/x.md)', read)).toEqual([]);
});

describe('a missing target is reported', () => {
  test.each<[string, string]>([
    [page('gone'), `${page('gone')} does not exist`],
    [`${page('other')}#gone`, `${page('other')} has no heading #gone`],
  ])('%s in a comment', (name, fault) => {
    expect(namedPageFaults(`/** Why (${name}). */`, read)).toEqual([fault]);
  });

  test('a link, relative to its page', () => {
    expect(linkFaults(page('api/there'), '[a](other.md) [b](there.md#gone)', read)).toEqual([
      `${page('api/other')} does not exist`,
      `${page('api/there')} has no heading #gone`,
    ]);
  });

  test('a file in code font', () => {
    const exists = (path: string) => path === 'src/contract/';
    expect(pathFaults('`src/contract/` and `src/gone.ts`, `npm run x`', exists)).toEqual([
      'src/gone.ts does not exist',
    ]);
  });
});

test.each(['decisions, Times', 'specification', 'mcp-surface, Filters'])('detects a citation of %s', (cited) => {
  expect(absentCitations(`// Why it is so (${cited}).`)).toHaveLength(1);
  expect(absentCitations(`// The ${cited} of the house`)).toEqual([]);
});

test('reports pages that no index lists', () => {
  const indexes: Record<string, string> = {
    [page('README')]: '- [Listed](listed.md): a page\n- [API](api/README.md)\n',
    [page('api/README')]: '| [paging.md](paging.md) | Cursors |\n',
  };
  const paths = [page('README'), page('api/README'), page('api/paging'), page('listed'), page('new'), 'SECURITY.md'];
  expect(unlistedPages(paths, (path) => indexes[path])).toEqual([page('new')]);
});
