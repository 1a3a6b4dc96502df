import { SECTIONS } from './asvs.ts';

/** Requirements that the page leaves out, lists twice, makes up, or does not answer. */
export function requirementFaults(page: string): string[] {
  const told = [...page.matchAll(/^\| (\d+\.\d+\.\d+) \| (.*) \|$/gm)].map(([, id, rest]) => ({
    id: id!,
    rest: rest!,
  }));
  const wanted = Object.entries(SECTIONS).flatMap(([section, numbers]) =>
    numbers.map((number) => `${section}.${number}`),
  );
  const times = (id: string) => told.filter((row) => row.id === id).length;
  return [
    ...wanted.filter((id) => times(id) !== 1).map((id) => `requirement ${id} stands ${times(id)} times`),
    ...told.filter(({ id }) => !wanted.includes(id)).map(({ id }) => `there is no requirement ${id} at level 2`),
    ...told.filter(({ rest }) => !/\S \| \S/.test(rest)).map(({ id }) => `requirement ${id} has no answer`),
  ];
}

/**
 * Tests that a page names and that do not exist. A link to a test file has the name of a test there as its text;
 * `read` gives the text of a file from the repository's root, or undefined.
 */
export function testFaults(page: string, read: (path: string) => string | undefined): string[] {
  const links = [...page.matchAll(/\[((?:[^[\]]|\\[[\]])+)\]\((?:\.\.\/)?(test\/[^)\s]+)\)/g)];
  return links.flatMap(([, shown, path]) => {
    const title = shown!.replace(/\\([[\]*_`<>|])/g, '$1');
    const text = read(path!);
    if (text === undefined) return [`there is no ${path}`];
    return holds(text, title) ? [] : [`${path} has no test called “${title}”`];
  });
}

/** Whether a call that is not left out has the title as its first argument, in quotes of any kind. */
const holds = (text: string, title: string): boolean =>
  [`'${title.replaceAll("'", "\\'")}'`, `"${title}"`, `\`${title}\``].some((literal) =>
    new RegExp(`(?<!\\.(?:skip|todo))\\(\\s*${literal.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')},`).test(text),
  );
