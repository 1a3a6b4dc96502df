/** A property of a card that kith has written. */
export interface WrittenLine {
  /** Upper-cased, without its group. */
  name: string;
  /** As it stands in the card, with its folds. */
  folded: string;
}

/** The lines of a card of our own, which are well-formed (RFC 6350, 3.2). */
export function contentLines(card: string): WrittenLine[] {
  return card
    .split(/\r\n(?![ \t])/)
    .filter((line) => line !== '')
    .map((folded) => ({ name: nameOf(folded), folded }));
}

const nameOf = (line: string): string => {
  const head = /^[^:;]*/.exec(line)![0];
  return head.slice(head.lastIndexOf('.') + 1).toUpperCase();
};

/** A property with its parameters and value as text. */
export interface ReadLine {
  name: string;
  /** By upper-cased name. */
  parameters: Map<string, string[]>;
  /** Without escapes. */
  value: string;
}

export function readLine({ name, folded }: WrittenLine): ReadLine {
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

/** The head and the value of a line. */
const PIECES = /^((?:"[^"]*"|[^":])*):(.*)$/s;
