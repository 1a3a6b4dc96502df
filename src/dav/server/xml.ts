import { CARD, DAV, type Element } from '../client/xml.ts';

// Writes XML. All external text goes through `text` or `href`.

/** Namespace of calendarserver.org, used for `getctag`. */
export const CALENDAR_SERVER = 'http://calendarserver.org/ns/';

const PREFIXES = new Map([
  [DAV, 'D'],
  [CARD, 'C'],
  [CALENDAR_SERVER, 'CS'],
]);

/** Fixed namespace of the `xml` prefix (Namespaces in XML 1.0, 3). */
export const XML = 'http://www.w3.org/XML/1998/namespace';

/** Namespace declarations for the root of every document. */
export const SPACES = [...PREFIXES].map(([space, prefix]) => ` xmlns:${prefix}="${space}"`).join('');

export const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>\n';

/** Characters that XML 1.0 forbids even as references, including unpaired surrogates. They are removed. */
const UNWRITABLE = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' };

/** Escapes text for an element or attribute. A literal carriage return would be read back as a line feed. */
export const text = (value: string): string =>
  value.replace(UNWRITABLE, '').replace(/[&<>"\r]/g, (sign) => ENTITIES[sign]!);

/** `<D:href>` of an encoded path. */
export const href = (path: string): string => `<D:href>${text(path)}</D:href>`;

export interface XmlName {
  space: string;
  name: string;
}

/** An element with its namespace's prefix or, if it has none, a declaration. `content` is XML. */
export function element({ space, name }: XmlName, content = ''): string {
  const prefix = space === XML ? 'xml' : PREFIXES.get(space);
  const tag = prefix === undefined ? name : `${prefix}:${name}`;
  const declared = prefix === undefined ? ` xmlns="${text(space)}"` : '';
  return content === '' ? `<${tag}${declared}/>` : `<${tag}${declared}>${content}</${tag}>`;
}

/** Serializes a parsed element so that it is valid anywhere: it declares each namespace that differs from `around`. */
export function standalone({ space, name, attributes, foreign, nodes }: Element, around?: string): string {
  const isXml = space === XML;
  const tag = isXml ? `xml:${name}` : name;
  const said = [
    isXml || space === around ? '' : ` xmlns="${attribute(space)}"`,
    ...Object.entries(attributes).map(([key, value]) => ` ${key}="${attribute(value)}"`),
    ...foreign.map((one, at) =>
      one.space === XML
        ? ` xml:${one.name}="${attribute(one.value)}"`
        : ` xmlns:n${at}="${attribute(one.space)}" n${at}:${one.name}="${attribute(one.value)}"`,
    ),
  ].join('');
  const inside = isXml ? around : space;
  const content = nodes.map((node) => (typeof node === 'string' ? text(node) : standalone(node, inside))).join('');
  return content === '' ? `<${tag}${said}/>` : `<${tag}${said}>${content}</${tag}>`;
}

/** Literal newlines and tabs would be read back as spaces (XML 1.0, 3.3.3). */
const attribute = (value: string): string => text(value).replace(/[\t\n]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const REASONS: Record<number, string> = {
  200: 'OK',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  424: 'Failed Dependency',
  507: 'Insufficient Storage',
};

/** `<D:status>` (RFC 4918, 14.28). */
export const status = (code: number): string => `<D:status>HTTP/1.1 ${code} ${REASONS[code]}</D:status>`;
