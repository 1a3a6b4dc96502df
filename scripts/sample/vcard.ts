const LINE_OCTETS = 75;

/** One content line of a card; `value` is already escaped as its type asks. */
export interface Property {
  name: string;
  parameters?: Record<string, string | undefined>;
  value: string;
}

export function writeCard(properties: readonly Property[]): string {
  const lines = ['BEGIN:VCARD', 'VERSION:4.0', ...properties.map(contentLine), 'END:VCARD'];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

export function text(value: string): string {
  return value.replace(/[\\,;]/g, '\\$&').replaceAll('\n', '\\n');
}

/** The components of N, ADR and ORG. */
export function structured(components: readonly string[]): string {
  return components.map(text).join(';');
}

export function list(values: readonly string[]): string {
  return values.map(text).join(',');
}

function contentLine({ name, parameters = {}, value }: Property): string {
  const written = Object.entries(parameters).flatMap(([key, parameter]) =>
    parameter === undefined ? [] : [`;${key}=${/[,;:]/.test(parameter) ? `"${parameter}"` : parameter}`],
  );
  return `${name}${written.join('')}:${value}`;
}

function fold(line: string): string {
  let folded = '';
  let room = LINE_OCTETS;
  for (const character of line) {
    const octets = Buffer.byteLength(character);
    if (octets > room) {
      folded += '\r\n ';
      room = LINE_OCTETS - 1;
    }
    folded += character;
    room -= octets;
  }
  return folded;
}
