import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { Marked } from 'marked';
import { gfmHeadingId } from 'marked-gfm-heading-id';

const { repository, description } = JSON.parse(readFileSync('package.json', 'utf8'));
const SOURCE = repository.url.replace(/^git\+|\.git$/g, '');

/** The path of a page in the website. */
export const targetOf = (path) =>
  path === 'README.md' ? 'index.html' : path.replace(/README\.md$/, 'index.html').replace(/\.md$/, '.html');

export const titleOf = (markdown) => /^# (.+)$/m.exec(markdown)?.[1] ?? 'kith';

/** The groups of docs/README.md: a title for each heading, and its list of pages. */
export function navigation(markdown, path) {
  const groups = [];
  for (const token of new Marked().lexer(markdown)) {
    if (token.type === 'heading' && token.depth === 2) groups.push({ title: token.text, links: [] });
    if (token.type !== 'list') continue;
    for (const { text } of token.items) {
      const [, label, href] = /^\[([^\]]+)\]\(([^)]+)\)/.exec(text);
      groups.at(-1).links.push({ label, path: fileOf(href, path) });
    }
  }
  return groups;
}

/** The HTML of a page and its path in the website. */
export function pageOf(path, markdown, { groups, titles }) {
  const target = targetOf(path);
  const to = (other) => posix.relative(posix.dirname(target), other);
  const marked = new Marked({ gfm: true }, gfmHeadingId(), {
    walkTokens(token) {
      if (token.type !== 'link') return;
      const file = fileOf(token.href, path);
      // The website shows titles where the repository shows file names.
      if (titles.has(file) && token.text === posix.basename(file))
        token.tokens = [{ type: 'text', raw: titles.get(file), text: titles.get(file) }];
      token.href = linkOf(token.href, path, titles, to);
    },
  });
  const body = marked
    .parse(markdown, { async: false })
    // Wide parts scroll, so the keyboard must reach them.
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replaceAll('<table>', '<div class="wide" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>');
  const title = titles.get(path);
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title === 'kith' ? title : `${title} · kith`}</title>
<meta name="description" content="${description}">
<link rel="icon" href="${to('icon.svg')}">
<link rel="stylesheet" href="${to('site.css')}">
<script src="${to('search.js')}" data-root="${posix.relative(posix.dirname(target), '.') || '.'}" defer></script>
<a class="skip" href="#content">Skip to the page</a>
<header>
<a href="${to('index.html')}">kith</a> <a class="contents" href="#pages">Contents</a>
<search hidden><input type="search" aria-label="Search the documentation" placeholder="Search"><ol class="results" aria-live="polite"></ol></search>
<a href="${SOURCE}">Source</a>
</header>
<main id="content">
${body}</main>
<nav id="pages" aria-label="All pages"><ul>${groups.map((group) => groupOf(group, path, to)).join('')}</ul></nav>
</html>
`;
  return { target, html };
}

function groupOf({ title, links }, path, to) {
  const items = links.map((link) => {
    const isCurrent = link.path === path ? ' aria-current="page"' : '';
    return `<li><a href="${to(targetOf(link.path))}"${isCurrent}>${link.label}</a></li>`;
  });
  return `<li>${title}<ul>${items.join('')}</ul></li>`;
}

/** The file that a link names, from the root of the repository. */
const fileOf = (href, page) => posix.normalize(posix.join(posix.dirname(page), href.split('#', 1)[0]));

/** Turns a link into one to the website or, for files outside of it, to the repository. */
function linkOf(href, page, titles, to) {
  if (/^[a-z]+:|^#/.test(href)) return href;
  const file = fileOf(href, page);
  const [, heading] = href.split('#', 2);
  const anchor = heading === undefined ? '' : `#${heading}`;
  if (titles.has(file)) return to(targetOf(file)) + anchor;
  return file.startsWith('docs/pictures/') ? to(file) : `${SOURCE}/blob/main/${file}${anchor}`;
}
