import type { Browser, Page } from './browser.ts';

// Reads a page's forms as a browser fills and sends them.

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
export const plain = (html: string): string => html.replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => ENTITIES[name]!);

const attribute = (tag: string, name: string): string | undefined => {
  const found = new RegExp(`\\s${name}="([^"]*)"`).exec(tag);
  return found ? plain(found[1]!) : undefined;
};

/** Fields of the form with this action, without user input. */
export function formIn(html: string, action: string): [string, string][] {
  const start = html.indexOf(`action="${action}"`);
  if (start < 0) throw new Error(`no form leads to ${action}`);
  const form = html.slice(start, html.indexOf('</form>', start));
  const fields: [string, string][] = [];
  for (const [whole, tag, kind, text = ''] of form.matchAll(
    /(<input\b[^>]*>)|<(textarea|select)\b[^>]*>([\s\S]*?)<\/\2>/g,
  )) {
    const first = tag ?? whole.slice(0, whole.indexOf('>'));
    const name = attribute(first, 'name');
    if (name === undefined || (/type="(checkbox|radio)"/.test(first) && !/\schecked/.test(first))) continue;
    const option = /<option\b[^>]*\sselected/.exec(text)?.[0] ?? '';
    if (kind === 'textarea') fields.push([name, plain(text).replace(/^\n/, '').replaceAll('\n', '\r\n')]);
    else fields.push([name, attribute(kind === 'select' ? option : first, 'value') ?? '']);
  }
  return fields;
}

/** The same with a user's input in some fields. */
export const typed = (fields: [string, string][], values: Record<string, string>): [string, string][] => [
  ...fields.filter(([name]) => !Object.hasOwn(values, name)),
  ...Object.entries(values),
];

/** Opens a page, fills in the form with this action, and sends it. */
export async function press(
  browser: Browser,
  path: string,
  action: string,
  values: Record<string, string> = {},
): Promise<Page> {
  return browser.send(action, typed(formIn((await browser.open(path)).text, action), values));
}

/** Undoes the action that a page has just reported. */
export async function undo(browser: Browser, { text }: Page): Promise<Page> {
  const [, action] = /class="beside undo">[\s\S]*?action="([^"]*)"/.exec(text) ?? [];
  if (action === undefined) throw new Error('nothing can be taken back on this page');
  return browser.send(plain(action), formIn(text, action));
}
