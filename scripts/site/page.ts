import { posix } from 'node:path';
import { Marked, type Token, type Tokens } from 'marked';
import { gfmHeadingId } from 'marked-gfm-heading-id';
import { product } from '../packaging/product.ts';

export interface Group {
  title: string;
  /** Paths of pages from the root of the repository, with what they are called. */
  links: { path: string; text: string }[];
}

interface Site {
  groups: Group[];
  /** What all there are are called, by their paths in the repository. */
  titles: Map<string, string>;
}

/** Where a page of the repository stands in the site. */
export const targetOf = (path: string): string =>
  path === 'README.md'
    ? 'index.html'
    : path.replace(/(?:README)?\.md$/, (end) => (end === '.md' ? '.html' : 'index.html'));

/** The heading of a page. */
export const titleOf = (markdown: string): string => /^# (.+)$/m.exec(markdown)?.[1] ?? product.title;

/** What the README lists to read on, a row for each group. */
export function navigation(readme: string): Group[] {
  const tokens = new Marked().lexer(readme);
  const heading = tokens.findIndex((token) => token.type === 'heading' && token.text === 'Read on');
  const table = tokens.slice(heading).find((token) => token.type === 'table') as Tokens.Table;
  return table.rows.map(([title, cell]) => ({
    title: title!.text,
    links: cell!.tokens
      .filter((token): token is Tokens.Link => token.type === 'link')
      .map(({ href, text }) => ({ path: href, text })),
  }));
}

/** A page of the site, and where it goes. */
export function pageOf(path: string, markdown: string, { groups, titles }: Site): { target: string; html: string } {
  const target = targetOf(path);
  const to = (other: string) => posix.relative(posix.dirname(target), other);
  const marked = new Marked({ gfm: true }, gfmHeadingId(), {
    walkTokens(token: Token) {
      if (token.type !== 'link') return;
      const file = fileOf(token.href, path);
      const title = titles.get(file);
      // Files are for whoever reads the repository; here a page is known by its title.
      if (title !== undefined && token.text === posix.basename(file))
        token.tokens = [{ type: 'text', raw: title, text: title }];
      token.href = linkOf(token.href, path, titles, to);
    },
  });
  const body = marked
    .parse(markdown, { async: false })
    // What is wider than the window is moved by keys too.
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replaceAll('<table>', '<div class="wide" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>');
  const title = titles.get(path)!;
  const links = groups.map(
    (group) =>
      `<li>${group.title}<ul>${group.links
        .map((link) => {
          const isHere = link.path === path ? ' aria-current="page"' : '';
          return `<li><a href="${to(targetOf(link.path))}"${isHere}>${link.text}</a></li>`;
        })
        .join('')}</ul></li>`,
  );
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title === product.title ? title : `${title} · ${product.title}`}</title>
<meta name="description" content="${product.summary}">
<link rel="icon" href="${to('icon.svg')}">
<link rel="stylesheet" href="${to('site.css')}">
<a class="skip" href="#content">Skip to the page</a>
<header><a href="${to('index.html')}">${product.title}</a> <a class="contents" href="#pages">Contents</a> <a href="${product.source}">Source</a></header>
<main id="content">
${body}</main>
<nav id="pages" aria-label="All pages"><ul>${links.join('')}</ul></nav>
</html>
`;
  return { target, html };
}

/** The file that a link of a page names, from the root of the repository. */
const fileOf = (href: string, page: string): string =>
  posix.normalize(posix.join(posix.dirname(page), href.split('#', 1)[0]!));

/** A link of a page: to another page of the site, to a picture that comes along, or to a file in the repository. */
function linkOf(href: string, page: string, titles: Site['titles'], to: (target: string) => string): string {
  if (/^[a-z]+:|^#/.test(href)) return href;
  const file = fileOf(href, page);
  const heading = href.split('#', 2)[1];
  const behind = heading === undefined ? '' : `#${heading}`;
  if (titles.has(file)) return to(targetOf(file)) + behind;
  return file.startsWith('docs/pictures/') ? to(file) : `${product.source}/blob/main/${file}${behind}`;
}
