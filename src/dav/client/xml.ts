import { SaxesParser } from 'saxes';
import { KithError } from '../../shared/error.ts';
import { shouldYield, yieldToOthers } from '../../shared/yield.ts';

export const DAV = 'DAV:';
export const CARD = 'urn:ietf:params:xml:ns:carddav';

/** An XML element with its namespace. */
export interface Element {
  space: string;
  name: string;
  /** Attributes without a namespace. */
  attributes: Record<string, string>;
  /** Attributes with a namespace, except declarations. */
  foreign: { space: string; name: string; value: string }[];
  /** All text directly inside the element. */
  text: string;
  children: Element[];
  /** Text and elements in document order. */
  nodes: (Element | string)[];
}

/** Namespace of the `xmlns` prefix (Namespaces in XML 1.0, 3). */
const DECLARATIONS = 'http://www.w3.org/2000/xmlns/';

const MAX_DEPTH = 100;

/**
 * Parses XML. Document types are rejected, so that entities can neither be declared nor expanded. Throws a KithError if
 * the XML is not well-formed; `whose` names its origin.
 */
export function readXml(text: string, whose = "The server's reply"): Element {
  const { write, end } = xmlReader(whose);
  write(text.replace(/^\uFEFF/, ''));
  return end();
}

/** Characters parsed before other requests get a turn. */
const CHUNK = 16 * 1024;

/** Like `readXml`, but yields to other requests between chunks. */
export async function readXmlInTurns(text: string, whose: string): Promise<Element> {
  const { write, end } = xmlReader(whose);
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length; at += CHUNK) {
    if (shouldYield()) await yieldToOthers();
    write(text.slice(at, at + CHUNK));
  }
  return end();
}

function xmlReader(whose: string): { write(text: string): void; end(): Element } {
  const root: Element = { space: '', name: '', attributes: {}, foreign: [], text: '', children: [], nodes: [] };
  const open = [root];
  const parser = new SaxesParser({ xmlns: true });
  const refuse = (what: string) => {
    throw new KithError('BadRequest', `${whose} is not valid XML: ${what}.`);
  };
  parser.on('error', ({ message }) => refuse(message.split('\n')[0]!.slice(0, 100)));
  parser.on('doctype', () => refuse('it declares a document type'));
  parser.on('opentag', ({ uri, local, attributes }) => {
    if (open.length > MAX_DEPTH) refuse('it is nested too deeply');
    const all = Object.values(attributes).filter((one) => one.uri !== DECLARATIONS);
    const own = Object.fromEntries(all.filter((one) => one.uri === '').map((one) => [one.local, one.value]));
    const foreign = all.flatMap((one) =>
      one.uri === '' ? [] : [{ space: one.uri, name: one.local, value: one.value }],
    );
    const element: Element = { space: uri, name: local, attributes: own, foreign, text: '', children: [], nodes: [] };
    open.at(-1)!.children.push(element);
    open.at(-1)!.nodes.push(element);
    open.push(element);
  });
  const add = (piece: string) => {
    open.at(-1)!.text += piece;
    open.at(-1)!.nodes.push(piece);
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => void open.pop());
  return {
    write: (text) => void parser.write(text),
    end() {
      parser.close();
      return root.children[0] ?? refuse('it is empty') ?? root;
    },
  };
}

export const childrenOf = (element: Element | undefined, space: string, name: string): Element[] =>
  (element?.children ?? []).filter((child) => child.space === space && child.name === name);

export const childOf = (element: Element | undefined, space: string, name: string): Element | undefined =>
  childrenOf(element, space, name)[0];
