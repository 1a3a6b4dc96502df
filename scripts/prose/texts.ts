import type { TextKind } from './patterns.ts';

/** A piece of prose and its position. */
export interface Text {
  line: number;
  kind: TextKind;
  text: string;
}

/** The prose in a file: a Markdown page without its code, and a program's comments, strings, and test titles. */
export const textsIn = (path: string, content: string): Text[] =>
  path.endsWith('.md') ? inMarkdown(content) : inProgram(path, content);

const FENCE = /^\s*(```|~~~)/;

function inMarkdown(content: string): Text[] {
  let isCode = false;
  return content.split('\n').flatMap((raw, index) => {
    if (FENCE.test(raw)) {
      isCode = !isCode;
      return [];
    }
    // Anchors, URLs, and code are not prose.
    const text = raw
      .replace(/`[^`]*`/g, 'CODE')
      .replace(/\]\([^)]*\)/g, ']()')
      .replace(/<[^>]+>/g, ' ');
    return isCode || text.trim() === '' ? [] : [{ line: index + 1, kind: 'docs' as const, text }];
  });
}

const COMMENT = /^\s*(?:\/\/|\/\*\*?|\*(?!\/))\s?(.*?)(?:\*\/)?$/;
const TRAILING_COMMENT = /\s\/\/ (.*)$/;
const TITLE = /^\s*(?:test|it|describe|testOnce)(?:\.\w+)*\(\s*(['"`])((?:\\.|(?!\1).)*)\1/;
const STRING = /(['"`])((?:\\.|(?!\1)[^\\])*)\1/g;

function inProgram(path: string, content: string): Text[] {
  const isTest = /\.test\.tsx?$/.test(path);
  return content.split('\n').flatMap((raw, index): Text[] => {
    const at = (kind: TextKind, text: string): Text[] => [{ line: index + 1, kind, text }];
    const [, comment] = COMMENT.exec(raw) ?? [];
    if (comment !== undefined) return at('comments', comment.replace(/`[^`]*`/g, 'CODE'));
    const [, , title] = (isTest && TITLE.exec(raw)) || [];
    if (title !== undefined) return at('tests', title);
    const [, trailing] = TRAILING_COMMENT.exec(raw) ?? [];
    // Test data may be anything.
    const strings = isTest || path.startsWith('test/') ? [] : [...raw.matchAll(STRING)].map((match) => match[2]!);
    return [
      ...(trailing === undefined ? [] : at('comments', trailing)),
      ...strings.filter((text) => /\w \w+ \w/.test(text)).flatMap((text) => at('strings', text)),
    ];
  });
}
