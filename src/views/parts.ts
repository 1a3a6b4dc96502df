import { type Child, element } from './element.ts';

/** A part of a view below its own heading; nothing where it has no rows. */
export const section = (title: string, rows: HTMLElement[]): HTMLElement | false =>
  rows.length > 0 && element('section', '', element('h2', '', title), element('ul', 'rows', rows));

/** A row: what it is about, a line of facts, more below, and what can be done about it. */
export const row = (about: Child, facts: Child, below: Child = '', actions: Child = ''): HTMLElement =>
  element(
    'li',
    '',
    element('div', 'about', element('strong', '', about), element('p', 'quiet small', facts), below),
    actions,
  );

/** What a provider or the service says beside a result. */
export const warningLines = (warnings: string[]): HTMLElement[] =>
  warnings.map((warning) => element('p', 'quiet small', warning));
