import { posix } from 'node:path';

/** Returns the text of a file from the repository root, or undefined if it does not exist. */
export type Read = (path: string) => string | undefined;

/** Reports names of pages that do not exist, and of headings (after `#`) that their page does not have. */
export function namedPageFaults(text: string, read: Read): string[] {
  const named = [...text.matchAll(/\bdocs\/[\w./-]*\.md(?:#[\w-]+)?/g)].map(([name]) => name);
  return [...new Set(named)].flatMap((name) => targetFault(name, read) ?? []);
}

/** Reports a page's broken relative links. */
export function linkFaults(page: string, text: string, read: Read): string[] {
  const links = [...text.matchAll(/\]\((?![a-z]+:)([^)\s]+)\)/g)].map(([, target]) => target!);
  const folder = posix.dirname(page);
  return [...new Set(links)].flatMap((link) => {
    const target = link.startsWith('#') ? page + link : posix.normalize(posix.join(folder, link));
    return targetFault(target, read) ?? [];
  });
}

/** Pages of `docs/` that no index lists: docs/README.md or, for its folder, docs/api/README.md. */
export function unlistedPages(pages: readonly string[], read: Read): string[] {
  const indexes = ['docs/README.md', 'docs/api/README.md'];
  const listed = new Set(
    indexes.flatMap((index) =>
      [...(read(index) ?? '').matchAll(/\]\((?![a-z]+:)([^)#\s]+)/g)].map(([, target]) =>
        posix.join(posix.dirname(index), target!),
      ),
    ),
  );
  return pages.filter((page) => page.startsWith('docs/') && page !== 'docs/README.md' && !listed.has(page));
}

/** Files and folders of ours that a page names in code font and that do not exist. */
export function pathFaults(text: string, exists: (path: string) => boolean): string[] {
  const named = [...text.matchAll(/`((?:src|tools|test|scripts|bench|samples)\/(?:[\w./-]*\/|[\w./-]+\.\w+)?)`/g)].map(
    ([, path]) => path!,
  );
  return [...new Set(named)].flatMap((path) => (exists(path) ? [] : `${path} does not exist`));
}

/** Reports comments that cite pages outside the repository. */
export const absentCitations = (text: string): string[] =>
  [...text.matchAll(/\((?:decisions|specification|mcp-surface)\b[^)]*\)?/g)].map(
    ([cited]) => `cites ${cited}, which is not in the repository: name a docs/ page or an RFC`,
  );

function targetFault(target: string, read: Read): string | undefined {
  const [path = '', heading] = target.split('#', 2);
  const text = read(path);
  if (text === undefined) return `${path} does not exist`;
  if (heading === undefined || headings(text).has(heading)) return undefined;
  return `${path} has no heading #${heading}`;
}

/** A page's headings as links name them. */
const headings = (page: string): Set<string> =>
  new Set(
    [...page.matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
      title!
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
