import { KithError } from '../../shared/error.ts';
import type { PackedFile } from '../files/zip.ts';
import type { ParsedFile, UnmappedProperty } from '../records/record.ts';
import type { Mapping } from './csv/mapping.ts';
import { readContacts } from './read-contacts.ts';

const MAX_NAMED = 5;

/**
 * Reads the contacts in a zip's files as one file. An archive such as LinkedIn's has many tables, most of which are not
 * about contacts. Therefore a list recognized only by column names counts only if no file is a contacts export.
 */
export function readPacked(files: PackedFile[], mapping?: Mapping): ParsedFile {
  const refused: { name: string; reason: string }[] = [];
  const read = files.flatMap(({ name, bytes }) => {
    try {
      return [{ name, parsed: readContacts(bytes, mapping) }];
    } catch (error) {
      if (!(error instanceof KithError)) throw error;
      refused.push({ name, reason: error.message });
      return [];
    }
  });
  const exported = read.filter(({ parsed }) => parsed.format !== 'CSV');
  const taken = exported.length > 0 ? exported : read;
  if (taken.length === 0) throw nothingIn(refused);
  const names = new Set(taken.map(({ name }) => name));
  const left = files.flatMap(({ name }) => (names.has(name) ? [] : [name]));
  return joined(taken, left);
}

function joined(files: { name: string; parsed: ParsedFile }[], left: string[]): ParsedFile {
  const several = files.length > 1;
  const parts = files.map(({ name, parsed }) => {
    const within = <T extends object>(rows: T[]): T[] => (several ? rows.map((row) => ({ ...row, file: name })) : rows);
    const warnings = parsed.warnings.map((warning) => (several ? `${name}: ${warning}` : warning));
    const { records, bad, skipped } = parsed;
    return { records: within(records), bad: within(bad), skipped: within(skipped), warnings };
  });
  const mapping = several ? undefined : files[0]!.parsed.mapping;
  return {
    format: [...new Set(files.map(({ parsed }) => parsed.format))].join(', '),
    records: parts.flatMap(({ records }) => records),
    bad: parts.flatMap(({ bad }) => bad),
    skipped: parts.flatMap(({ skipped }) => skipped),
    warnings: [...parts.flatMap(({ warnings }) => warnings), ...(left.length > 0 ? [notRead(left)] : [])],
    unmapped: mergeUnmapped(
      files.flatMap(({ parsed }) => parsed.unmapped ?? []),
      several,
    ),
    ...(mapping && { mapping }),
  };
}

/** Adds up the properties of several files, whose lines mean nothing together. */
function mergeUnmapped(all: UnmappedProperty[], several: boolean): UnmappedProperty[] {
  if (!several) return all;
  const merged = new Map<string, UnmappedProperty>();
  for (const { name, contacts } of all)
    merged.set(name, { name, contacts: contacts + (merged.get(name)?.contacts ?? 0), lines: [] });
  return [...merged.values()];
}

const notRead = (names: string[]): string => `not read because they contain no contacts: ${listed(names)}`;

const listed = (names: string[]): string =>
  names.slice(0, MAX_NAMED).join(', ') + (names.length > MAX_NAMED ? `, and ${names.length - MAX_NAMED} more` : '');

function nothingIn(refused: { name: string; reason: string }[]): KithError {
  if (refused.length === 0)
    return new KithError('BadRequest', 'The zip contains no file that kith can read.', {
      hint: 'kith reads vCard, CSV, WhatsApp chat exports, and JSON exports of kith.',
    });
  const reasons = refused.map(({ name, reason }) => `${name}: ${reason}`);
  return new KithError('BadRequest', `None of the files in the zip could be read. ${listed(reasons)}`);
}
