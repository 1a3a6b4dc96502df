import { CARD, DAV } from '../../import/carddav/xml.ts';

// XML that is written. Everything from outside goes through `text` or `href`.

/** Of calendarserver.org, for `getctag`. */
export const CALENDAR_SERVER = 'http://calendarserver.org/ns/';

const PREFIXES = new Map([
  [DAV, 'D'],
  [CARD, 'C'],
  [CALENDAR_SERVER, 'CS'],
]);

/** What the root of every document declares. */
export const SPACES = [...PREFIXES].map(([space, prefix]) => ` xmlns:${prefix}="${space}"`).join('');

export const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>\n';

/** What no XML 1.0 may hold, not even as a reference: it is left out. Halves of a surrogate pair among it. */
const UNWRITABLE = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' };

/** Text in an element or an attribute. A carriage return would be read back as a line feed, were it not a reference. */
export const text = (value: string): string =>
  value.replace(UNWRITABLE, '').replace(/[&<>"\r]/g, (sign) => ENTITIES[sign]!);

/** `<D:href>` of a path that is encoded already. */
export const href = (path: string): string => `<D:href>${text(path)}</D:href>`;

export interface Name {
  space: string;
  name: string;
}

/** An element under the prefix of its namespace, or with a declaration of its own. `content` is XML. */
export function element({ space, name }: Name, content = ''): string {
  const prefix = PREFIXES.get(space);
  const tag = prefix === undefined ? name : `${prefix}:${name}`;
  const declared = prefix === undefined ? ` xmlns="${text(space)}"` : '';
  return content === '' ? `<${tag}${declared}/>` : `<${tag}${declared}>${content}</${tag}>`;
}

const REASONS: Record<number, string> = {
  200: 'OK',
  403: 'Forbidden',
  404: 'Not Found',
  424: 'Failed Dependency',
  507: 'Insufficient Storage',
};

/** RFC 4918, 14.28. */
export const status = (code: number): string => `<D:status>HTTP/1.1 ${code} ${REASONS[code]}</D:status>`;
