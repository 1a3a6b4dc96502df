import * as z from 'zod';
import { suggestion } from '../../../contract/schema/arguments.ts';
import { fieldName } from '../../../contract/schema/issues.ts';
import { KithError } from '../../../shared/error.ts';
import { isRecord } from '../../../shared/records.ts';
import { isUnsetDay, readMoment, readSheetDay } from '../../../vcard/dates.ts';
import { ADDRESS_PARTS, type AddressField } from '../../../vcard/types.ts';
import {
  addAddress,
  addEmail,
  addExtra,
  addNote,
  addPhone,
  addProfile,
  addTag,
  addWebsite,
  type RecordBuilder,
  setField,
} from '../../building/record-builder.ts';
import { fieldLabel, SCALAR_FIELDS } from '../../records/record.ts';
import type { TableRow } from './table.ts';

// A mapping file describes the columns of any CSV: `{ "columns": { "Vorname": "first_name", "Tel.": { "field": "phone",
// "label": "home" }, "Nr.": null } }`. Null skips a column. Unmapped columns are reported.

/** Name parts for the full name, if the file has no other. */
const NAME_PARTS = ['name_prefix', 'middle_name', 'name_suffix'] as const;

export const FIELDS = [
  ...SCALAR_FIELDS.filter((field) => field !== 'website'),
  ...['website', 'birthday', 'email', 'phone', 'address', ...ADDRESS_PARTS, 'profile', 'tags', 'note'],
  ...['description_line', 'id', 'starred', ...NAME_PARTS],
] as const;
export type FieldName = (typeof FIELDS)[number];

const target = () =>
  z.strictObject({
    field: z.enum(FIELDS),
    /** Label of an email address, phone number, postal address or description line. */
    label: z.string().optional(),
    /** Separator between several values in a cell. */
    separator: z.string().min(1).optional(),
  });

const mapping = () =>
  z.strictObject({
    columns: z
      .record(z.string(), z.union([z.enum(FIELDS), target(), z.null()]))
      .refine(
        (columns) => Object.values(columns).some((target) => target !== null),
        'must name a column and its field',
      ),
    /**
     * Origin of the ids, so that id 7 in two lists is not the same person. By default it is derived from the columns.
     */
    source: z.string().min(1).optional(),
    delimiter: z.string().length(1).optional(),
    /** Whether day or month comes first in dates such as 3/4/1985. */
    dates: z.enum(['day first', 'month first']).default('day first'),
  });

export type Mapping = z.output<ReturnType<typeof mapping>>;
/** A mapping as written. */
export type MappingFile = z.input<ReturnType<typeof mapping>>;
export type ColumnTarget = z.output<ReturnType<typeof target>>;

/** Parses a mapping file. Throws with a list of its errors. */
export function readMapping(text: string): Mapping {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new KithError('BadRequest', `The mapping is not valid JSON: ${(cause as Error).message}`);
  }
  const { data, error } = mapping().safeParse(value);
  if (data) return data;
  const wrong = error.issues.map(
    ({ code, path, message }) =>
      `${fieldName(path)}: ${code === 'invalid_union' ? notAField(valueAt(value, path)) : message}`,
  );
  throw new KithError('BadRequest', `The mapping is invalid: ${wrong.join('; ')}.`, {
    hint: `Map each column to one of ${FIELDS.join(', ')}, or to null.`,
  });
}

/** Common names for fields that the spelling suggestion would get wrong. */
const MEANT: Partial<Record<string, FieldName>> = { name: 'full_name', mail: 'email' };

function notAField(given: unknown): string {
  const name = isRecord(given) ? given.field : given;
  if (typeof name !== 'string') return 'is not a field';
  const meant = MEANT[name.toLowerCase()];
  return `${name} is not a field${meant ? `, did you mean ${meant}?` : suggestion(name, FIELDS)}`;
}

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((inner, key) => (isRecord(inner) ? inner[String(key)] : undefined), value);

/** Columns in the mapping that a header lacks. */
export const missingColumns = ({ columns }: Mapping, header: string[]): string[] => {
  const known = new Set(header.map((name) => name.trim().toLowerCase()));
  return Object.keys(columns).filter((name) => !known.has(name.trim().toLowerCase()));
};

/** Reads a row according to the mapping. */
export function readMappedRow(builder: RecordBuilder, row: TableRow, mapping: Mapping): void {
  const { columns, dates, source = Object.keys(columns).sort().join() } = mapping;
  const addresses = new Map<string, AddressField>();
  const nameParts: NameParts = {};
  for (const [column, given] of Object.entries(columns)) {
    const cell = row.get(column);
    if (given === null || cell === '') continue;
    const target = typeof given === 'string' ? { field: given } : given;
    const values = target.separator ? cell.split(target.separator).map((value) => value.trim()) : [cell];
    for (const value of values.filter(Boolean))
      readValue(builder, value, { column, target, dates, addresses, nameParts, source });
  }
  for (const address of addresses.values()) addAddress(builder, address);
  const { first_name: first, last_name: last } = builder.fields;
  const { name_prefix: prefix, middle_name: middle, name_suffix: suffix } = nameParts;
  if (first || last) builder.fields.full_name ??= [prefix, first, middle, last, suffix].filter(Boolean).join(' ');
}

type AddressPart = (typeof ADDRESS_PARTS)[number] | 'formatted';
type NameParts = Partial<Record<(typeof NAME_PARTS)[number], string>>;

interface MappedColumn {
  column: string;
  target: ColumnTarget;
  dates: Mapping['dates'];
  source: string;
  /** By label, because the parts of an address are in several columns. */
  addresses: Map<string, AddressField>;
  nameParts: NameParts;
}

function readValue(builder: RecordBuilder, value: string, place: MappedColumn): void {
  const { column, target, dates, addresses, nameParts, source } = place;
  const { field, label } = target;
  const namePart = NAME_PARTS.find((name) => name === field);
  const part = ADDRESS_PARTS.find((name) => name === field) ?? (field === 'address' ? 'formatted' : undefined);
  if (part) {
    addAddressPart(addresses, label ?? '', part, value);
    return;
  }
  if (namePart) nameParts[namePart] ??= value;
  else if (field === 'email') addNamedEmail(builder, value, label);
  else if (field === 'phone') addPhone(builder, value, label);
  else if (field === 'tags') addTag(builder, value);
  else if (field === 'note') addNote(builder, { text: value });
  else if (field === 'profile') addProfile(builder, label, value);
  else if (field === 'website') addWebsite(builder, value);
  else if (field === 'description_line') addExtra(builder, label ?? column, value);
  else if (field === 'id') builder.uid ??= `${source} ${value}`;
  else if (field === 'starred') builder.fields.starred = !/^(0|no|n|false|-)$/i.test(value);
  else if (field === 'birthday') readBirthday(builder, value, dates);
  else if (field === 'first_met_at') readFirstMet(builder, value, dates);
  else {
    const scalar = SCALAR_FIELDS.find((name) => name === field)!;
    setField(builder, scalar, value, label ?? fieldLabel(scalar));
  }
}

/** Appends a street's second line to the first. A complete second address becomes a separate address. */
function addAddressPart(addresses: Map<string, AddressField>, label: string, part: AddressPart, value: string): void {
  const { [part]: known, ...address } = addresses.get(label) ?? (label ? { address_type: label } : {});
  if (known && part === 'formatted') addresses.set(`${label} ${addresses.size}`, { ...address, formatted: value });
  else addresses.set(label, { ...address, [part]: known ? `${known}, ${value}` : value });
}

/** An address copied from a mail program, `Ann Lee <ann@x.example>`, sets the name if no column does. */
function addNamedEmail(builder: RecordBuilder, value: string, label: string | undefined): void {
  const [, name = '', address = value] = /^([^<>]*)<([^<>]+)>$/.exec(value) ?? [];
  addEmail(builder, address, label);
  const { full_name, first_name, last_name } = builder.fields;
  if (!full_name && !first_name && !last_name)
    setField(builder, 'full_name', name.trim().replace(/^(["'])(.*)\1$/, '$2'), 'Name');
}

function readBirthday(builder: RecordBuilder, value: string, dates: Mapping['dates']): void {
  const day = readSheetDay(value, dates);
  if (day) builder.fields.birthday ??= day;
  else if (!isUnsetDay(value)) builder.warnings.push(`birthday left out because it is not a full date: ${value}`);
}

/** Parses a moment, or a day as midnight UTC. */
function readFirstMet(builder: RecordBuilder, value: string, dates: Mapping['dates']): void {
  const moment = readMoment(value) ?? readMoment(readSheetDay(value, dates) ?? '');
  if (moment) builder.fields.first_met_at ??= moment;
  else builder.warnings.push(`first met left out because it is not a full date: ${value}`);
}
