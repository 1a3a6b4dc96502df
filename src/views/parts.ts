import { type Child, element } from './element.ts';

/** A section with its own heading; nothing if it has no rows. */
export const section = (title: string, rows: HTMLElement[]): HTMLElement | false =>
  rows.length > 0 && element('section', '', element('h2', '', title), element('ul', 'rows', rows));

/** A row: its subject, a line of facts, details, and buttons. */
export const row = (about: Child, facts: Child, below: Child = '', actions: Child = ''): HTMLElement =>
  element(
    'li',
    '',
    element('div', 'about', element('strong', '', about), element('p', 'quiet small', facts), below),
    actions,
  );

/** Warnings of a provider or the service. */
export const warningLines = (warnings: string[]): HTMLElement[] =>
  warnings.map((warning) => element('p', 'quiet small', warning));
