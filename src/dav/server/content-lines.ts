/** A property of a card written by kith. */
export interface FoldedLine {
  /** In upper case, without its group. */
  name: string;
  /** As in the card, with folds. */
  folded: string;
}

/** Splits a card that kith wrote, which is always well-formed, into lines (RFC 6350, 3.2). */
export function contentLines(card: string): FoldedLine[] {
  return card
    .split(/\r\n(?![ \t])/)
    .filter((line) => line !== '')
    .map((folded) => ({ name: nameOf(folded), folded }));
}

const nameOf = (line: string): string => {
  const head = /^[^:;]*/.exec(line)![0];
  return head.slice(head.lastIndexOf('.') + 1).toUpperCase();
};

/** A property with decoded parameters and value. */
export interface ParsedLine {
  name: string;
  /** By parameter name in upper case. */
  parameters: Map<string, string[]>;
  /** Unescaped. */
  value: string;
}

export function readLine({ name, folded }: FoldedLine): ParsedLine {
  const line = folded.replace(/\r\n[ \t]/g, '');
  const [head = '', ...parts] = PIECES.exec(line)?.[1]?.match(/(?:"[^"]*"|[^";])+/g) ?? [];
  const parameters = new Map<string, string[]>();
  for (const part of head === '' ? [] : parts) {
    const [, key = '', list = ''] = /^([^=]*)=?(.*)$/s.exec(part)!;
    const values = (list.match(/"[^"]*"|[^",]+/g) ?? []).map((one) => one.replace(/^"|"$/g, ''));
    parameters.set(key.toUpperCase(), [...(parameters.get(key.toUpperCase()) ?? []), ...values]);
  }
  const value = PIECES.exec(line)?.[2] ?? '';
  return { name, parameters, value: value.replace(/\\(.)/gs, (_, sign: string) => (/n/i.test(sign) ? '\n' : sign)) };
}

/** Splits a line into its head and value. */
const PIECES = /^((?:"[^"]*"|[^":])*):(.*)$/s;
