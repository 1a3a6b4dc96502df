import { Marked } from 'marked';
import { getHeadingList, gfmHeadingId } from 'marked-gfm-heading-id';
import { titleOf } from './page.mjs';

/** The parts of a page between headings, as the search reads them: page title, heading, link, and text. */
export function sectionsOf(target, markdown) {
  const marked = new Marked({ gfm: true }, gfmHeadingId());
  marked.parse(markdown, { async: false });
  const headings = getHeadingList().map(({ id, raw }) => ({ id, raw }));
  const sections = [];
  for (const token of new Marked().lexer(markdown)) {
    if (token.type === 'heading') {
      const { id, raw } = headings[sections.length];
      sections.push([titleOf(markdown), plain(raw), sections.length === 0 ? target : `${target}#${id}`, '']);
    } else if (sections.length > 0) {
      sections.at(-1)[3] += `${plain(token.raw)} `;
    }
  }
  return sections;
}

/** Removes the marks of Markdown. */
const plain = (markdown) =>
  markdown
    .replace(/<!--.*?-->/gs, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*|]|:?-{3,}:?/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
