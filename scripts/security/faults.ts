import { SECTIONS } from './asvs.ts';
import { type Row, type Section, type SecurityData, STATUSES, type Test } from './data.ts';

/** Returns the text of a file from the repository's root, or undefined. */
type Read = (path: string) => string | undefined;

/** Reports ASVS requirements that the checklist omits, repeats, invents, or does not answer. */
export function requirementFaults(checklist: Section[]): string[] {
  const answered = checklist.flatMap(({ rows }) => rows.flatMap((row) => idsOf(row).map((id) => ({ id, row }))));
  const required = Object.entries(SECTIONS).flatMap(([section, numbers]) =>
    numbers.map((number) => `${section}.${number}`),
  );
  const count = (id: string) => answered.filter((row) => row.id === id).length;
  return [
    ...required.filter((id) => count(id) !== 1).map((id) => `requirement ${id} has ${count(id)} rows`),
    ...answered.filter(({ id }) => !required.includes(id)).map(({ id }) => `level 2 has no requirement ${id}`),
    ...answered.filter(({ row }) => !isAnswered(row)).map(({ id }) => `requirement ${id} has no answer`),
  ];
}

/** Numbers of ASVS requirements that a row answers. */
const idsOf = ({ id }: Row): string[] => (id === undefined || id.startsWith('MCP') ? [] : id.split(', '));

/** Whether a row has a requirement and a known status. A status other than “n/a” needs a note or a test. */
const isAnswered = ({ asks, status, note, tests = [] }: Row): boolean =>
  asks !== '' && STATUSES.includes(status) && (status === 'n/a' || Boolean(note) || tests.length > 0);

/** Reports tests in the data that do not exist. */
export const dataTestFaults = ({ threats, checklist }: SecurityData, read: Read): string[] =>
  [...threats, ...checklist.flatMap(({ rows }) => rows)]
    .flatMap(({ tests = [] }) => tests.flatMap((test: Test) => Object.entries(test)))
    .flatMap(([path, title]) => testFault(path, title, read) ?? []);

/**
 * Reports tests that a page links to and that do not exist. The text of a link to a test file is a test's title, or the
 * file's name without its endings.
 */
export function testFaults(page: string, read: Read): string[] {
  const links = [...page.matchAll(/\[((?:[^[\]]|\\[[\]])+)\]\((?:\.\.\/)?(test\/[^)\s]+)\)/g)];
  return links.flatMap(([, shown, path]) => {
    const title = shown!.replace(/\\([[\]*_`<>|])/g, '$1');
    return testFault(path!, title === nameOf(path!) ? undefined : title, read) ?? [];
  });
}

/** Name of a test file: `cost` for `test/api/cost.slow.test.ts`. */
export const nameOf = (path: string): string => path.replace(/^.*\//, '').replace(/(?:\.\w+)?\.test\.ts$/, '');

function testFault(path: string, title: string | undefined, read: Read): string | undefined {
  const text = read(path);
  if (text === undefined) return `${path} does not exist`;
  return title === undefined || hasTest(text, title) ? undefined : `${path} has no test “${title}”`;
}

/** Whether a call, except a skipped one, has the title as its first argument, in any kind of quotes. */
const hasTest = (text: string, title: string): boolean =>
  [`'${title.replaceAll("'", "\\'")}'`, `"${title}"`, `\`${title}\``].some((literal) =>
    new RegExp(`(?<!\\.(?:skip|todo))\\(\\s*${literal.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')},`).test(text),
  );
