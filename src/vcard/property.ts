import { append } from '../shared/lists.ts';
import { clean, decode, fromBinary } from '../shared/text/charset.ts';
import { decodeQuotedPrintable } from '../shared/text/quoted-printable.ts';
import type { ContentLine } from './lines.ts';

/** A parsed property of a card. The value is decoded but still contains its escapes. */
export interface Property {
  line: number;
  /** `item1` of `item1.EMAIL`, in lower case; empty without a group. */
  group: string;
  /** In upper case. */
  name: string;
  /** Values by parameter name in upper case. */
  parameters: Map<string, string[]>;
  encoding: 'quoted-printable' | 'base64' | undefined;
  /** Text or, for base64, the encoded characters. */
  value: string;
  /** A charset named in the file that kith does not know. */
  unknownCharset?: string;
}

interface PropertyHead {
  group: string;
  name: string;
  parameters: Map<string, string[]>;
  valueStart: number;
}

/**
 * Reads `[group.]name *(;parameter) : value` (RFC 6350 section 3.3), including the bare parameters of vCard 2.1.
 * Returns undefined if the line has another form. `transcoded`: the file was UTF-16, so only quoted-printable bytes can
 * still be in the charset that a parameter names.
 */
export function readProperty({ line, bytes }: ContentLine, transcoded: boolean): Property | undefined {
  const head = readHead(bytes);
  if (!head) return undefined;
  const { group, name, parameters, valueStart } = head;
  const encoding = transferEncoding(parameters);
  const raw = bytes.slice(valueStart);
  if (encoding === 'base64') return { line, group, name, parameters, encoding, value: raw };
  const charset = transcoded && !encoding ? undefined : parameters.get('CHARSET')?.[0];
  const decoded = fromBinary(encoding ? decodeQuotedPrintable(raw) : raw);
  const text = decode(decoded, charset);
  const value = clean(text ?? decode(decoded) ?? '');
  const unknownCharset = text === undefined && charset !== undefined && { unknownCharset: charset };
  return { line, group, name, parameters, encoding, value, ...unknownCharset };
}

function readHead(bytes: string): PropertyHead | undefined {
  const start = /^[ \t]*((?:[\w-]+\.)*)([\w-]+)[ \t]*(?=[;:])/.exec(bytes);
  if (!start) return undefined;
  const parameters = new Map<string, string[]>();
  let at = start[0].length;
  while (bytes[at] === ';') {
    const parameter = readParameter(bytes, at + 1);
    if (!parameter) return undefined;
    const values = parameters.get(parameter.name);
    if (!values) parameters.set(parameter.name, parameter.values.slice(0, MAX_VALUES));
    else if (values.length < MAX_VALUES) append(values, parameter.values.slice(0, MAX_VALUES - values.length));
    at = parameter.end;
  }
  if (bytes[at] !== ':') return undefined;
  return { group: start[1]!.slice(0, -1).toLowerCase(), name: start[2]!.toUpperCase(), parameters, valueStart: at + 1 };
}

interface Parameter {
  name: string;
  values: string[];
  end: number;
}

/** Longer lists do not occur in practice, and each value is read several times. */
const MAX_VALUES = 100;

const PARAMETER_NAME = /([^=;:"]*)(?=[=;:])/y;
const PARAMETER_VALUE = /"([^"]*)"[ \t]*(?=[,;:])|([^,;:]*)/y;

function readParameter(bytes: string, start: number): Parameter | undefined {
  PARAMETER_NAME.lastIndex = start;
  const name = PARAMETER_NAME.exec(bytes)?.[1]?.trim();
  if (name === undefined) return undefined;
  let end = PARAMETER_NAME.lastIndex;
  if (bytes[end] !== '=') return { name: bareParameter(name), values: [name], end };
  const values: string[] = [];
  do {
    PARAMETER_VALUE.lastIndex = end + 1;
    const [whole, quoted, plain] = PARAMETER_VALUE.exec(bytes)!;
    values.push(parameterText(quoted ?? plain!.trim()));
    end += 1 + whole.length;
  } while (bytes[end] === ',');
  return { name: name.toUpperCase(), values, end };
}

/** Expands a bare vCard 2.1 parameter: `TEL;HOME` means `TEL;TYPE=HOME`. */
function bareParameter(value: string): string {
  if (/^(7BIT|8BIT|QUOTED-PRINTABLE|BASE64|B)$/i.test(value)) return 'ENCODING';
  return /^(INLINE|URL|CID|CONTENT-ID)$/i.test(value) ? 'VALUE' : 'TYPE';
}

/** Decodes `^n`, `^'` and `^^` (RFC 6868). */
function parameterText(binary: string): string {
  const text = clean(decode(fromBinary(binary)) ?? '');
  return text.replace(/\^([n'^])/g, (_, code: string) => (code === 'n' ? '\n' : code === "'" ? '"' : '^'));
}

function transferEncoding(parameters: Map<string, string[]>): Property['encoding'] {
  const name = parameters.get('ENCODING')?.[0]?.toUpperCase();
  if (name === 'QUOTED-PRINTABLE') return 'quoted-printable';
  return name === 'BASE64' || name === 'B' ? 'base64' : undefined;
}
