import { type Child, element, written } from './element.ts';
import type { Stage } from './stage.ts';
import { WORDS } from './words.ts';

/** Rows that a view shows before "Show all". */
const KEPT = 3;

interface Looks {
  /** One line that names the view, or its whole head. */
  title: Child;
  /** Path of the same data in the web app. */
  path: string;
  /** Label of the button that shows the rest; absent if nothing is hidden. */
  more?: string | false | undefined;
  /** Loads the rest when it is shown. */
  opened?: () => void;
  /** Stays in sight below the view. */
  foot?: HTMLElement;
}

/**
 * A view that hides its `.rest` until "Show all". The button asks the client for the whole screen; if there is none,
 * the view grows in place.
 */
export function view(stage: Stage, { title, path, more, opened, foot }: Looks, ...children: Child[]): HTMLElement {
  const link = stage.beside.web !== undefined && stage.link(stage.beside.web + path, WORDS.open);
  const ends = [
    foot,
    more && element('button', { type: 'button', class: 'more', click: open }, more),
    link instanceof Node && element('span', 'small', link),
  ];
  const made = element(
    'article',
    '',
    title instanceof Element ? title : element('h1', '', title),
    children,
    ends.some(Boolean) && element('div', foot ? 'ends merge' : 'ends', ends),
  );
  if (stage.isFull()) show();
  return made;

  function show(): void {
    made.classList.add('all');
    opened?.();
  }

  async function open(): Promise<void> {
    await stage.enlarge();
    show();
    const first = made.querySelector<HTMLElement>('.rest');
    if (first) first.tabIndex = -1;
    first?.focus({ preventScroll: true });
  }
}

/** Hides all rows but some, by default the first three. Returns the button's label if it hides any. */
export function fold<T extends HTMLElement>(rows: T[], shown: T[] = rows.slice(0, KEPT)): string | false {
  for (const one of rows) one.classList.toggle('rest', !shown.includes(one));
  return rows.length > shown.length && WORDS.showAll(rows.length);
}

/** The three rows that come first by a key. */
export const next = <T extends HTMLElement>(rows: [key: string, row: T][]): T[] =>
  [...rows]
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .slice(0, KEPT)
    .map(([, one]) => one);

/** A section with a heading at the side; nothing if it has no rows. */
export const section = (title: Child, rows: HTMLElement[]): HTMLElement | false =>
  rows.length > 0 && element('section', '', element('h2', '', title), element('ul', 'rows', rows));

/** A row: its subject, a line of facts, details, and verbs. */
export function row(about: Child, facts: Child, below: Child = '', verbs: Child = ''): HTMLLIElement {
  const actions = element('div', 'actions', verbs);
  return element(
    'li',
    '',
    element('div', 'about', element('strong', '', about), element('p', 'quiet small', facts), below),
    actions.firstChild !== null && actions,
  );
}

/** Warnings of a provider or the service. */
export const warningLines = (warnings: string[]): HTMLElement[] =>
  warnings.map((warning) => element('p', 'quiet small', warning));

/** An empty view. */
export const empty = (text: string): HTMLElement => element('p', 'quiet empty', text);

/** User-written text, at first only its beginning: at most two lines and about `length` characters. */
export function beginning(text: string, length: number): Child {
  const short = cut(text.split('\n').slice(0, 2).join('\n'), length);
  return short === text
    ? written(text, 'p', 'text')
    : [written(`${short.replace(/…$/, '')}…`, 'p', 'text short'), written(text, 'p', 'text rest')];
}

/** Cuts text after a complete word. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const start = text.slice(0, length + 1);
  return `${start
    .replace(/\s+\S*$/, '')
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, '')}…`;
}

/**
 * The latest note as briefings have it: one line, cut at a number of characters. Restores the lines of a list, and
 * drops a word of which only a part is left.
 */
export function lastSaid(said: string): string {
  const whole = said.replace(/\s\S*…$/, '…');
  return whole.split(/(?:^|\s)- /).length > 2 ? whole.replace(/\s- /g, '\n- ') : whole;
}
