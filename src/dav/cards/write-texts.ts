import { PROFILE_FIELDS } from '../../contract/contact-fields.ts';
import { storableText } from '../../shared/cards/entries.ts';
import type { CardFields, CardTextField } from '../../shared/cards/fields.ts';
import { joinedName, nameForm, nameParts, shownName } from '../../shared/cards/names.ts';
import { fieldOfAddress, profileValue } from '../../vcard/social-profiles.ts';
import { basicDay, escapedText, escapeText } from '../../vcard/text.ts';
import { plainValue, splitEscaped } from '../../vcard/values.ts';
import { type CardEdits, put } from './edits.ts';
import { type CardLine, type CardVersion, changedLine, newLine } from './line.ts';
import { photoLine } from './photo.ts';
import type { ParsedFields } from './read-fields.ts';
import { relabeled } from './write-label.ts';

type Names = 'first_name' | 'last_name' | 'full_name';
type Write = (value: string, version: CardVersion, old: CardLine | undefined) => CardLine;

const text =
  (name: string): Write =>
  (plain, version, old) => {
    const value = escapedText(plain, version);
    return old ? changedLine(old, { value }, version) : newLine({ name, value }, version);
  };

/** A URL is escaped only if it would be misread otherwise, since RFC 6350, 3.4 requires escapes only in text. */
const address = (value: string): string => {
  const plain = newLine({ name: 'URL', value }, '4.0');
  return plainValue(plain.property) === value ? value : escapeText(value);
};

const organization: Write = (value, version, old) => {
  const [, ...units] = old ? splitEscaped(old.property.value, ';') : [];
  const written = [escapeText(value), ...units].join(';');
  return old ? changedLine(old, { value: written }, version) : newLine({ name: 'ORG', value: written }, version);
};

const website: Write = (value, version, old) =>
  old ? changedLine(old, { value: address(value) }, version) : newLine({ name: 'URL', value: address(value) }, version);

/** Apple writes a day without a year as 1604, a leap year. DAVx5 expects this in 3.0. */
const birthday: Write = (day, version, old) => {
  const kept = [...(old?.property.parameters ?? [])].filter(
    ([name]) => name !== 'VALUE' && name !== 'X-APPLE-OMIT-YEAR',
  );
  const isApple = version === '3.0' && day.startsWith('--');
  const parameters = isApple ? [...kept, ['X-APPLE-OMIT-YEAR', ['1604']] as const] : kept;
  const value = version === '4.0' ? basicDay(day) : isApple ? `1604${day.slice(1)}` : day;
  return newLine({ group: old?.property.group ?? '', name: 'BDAY', parameters, value }, version);
};

/** A handle gets Apple's scheme; a URL is kept as is. */
const profile =
  (field: (typeof PROFILE_FIELDS)[number]): Write =>
  (value, version, old) => {
    const forms = [
      ...(/^https?:/i.test(value) ? [value] : []),
      `x-apple:${value}`,
      `x-apple:${encodeURIComponent(value)}`,
    ];
    const form = forms.find((one) => profileValue(one) === value) ?? value;
    return newLine(
      {
        group: old?.property.group ?? '',
        name: 'X-SOCIALPROFILE',
        parameters: [['TYPE', [field]]],
        value: address(form),
      },
      version,
    );
  };

const profiles = Object.fromEntries(PROFILE_FIELDS.map((field) => [field, profile(field)])) as Record<
  (typeof PROFILE_FIELDS)[number],
  Write
>;

const WRITERS: Record<Exclude<CardTextField, Names | 'photo'>, Write> = {
  company: organization,
  job_title: text('TITLE'),
  website,
  ...profiles,
  birthday,
  description: text('NOTE'),
};

/** Updates the properties of the text fields. */
export function writeTexts(
  edits: CardEdits,
  reading: ParsedFields,
  fields: CardFields,
  photo: Uint8Array | undefined,
): void {
  writeNames(edits, reading, fields);
  const { version } = edits;
  for (const [field, write] of Object.entries(WRITERS) as [keyof typeof WRITERS, Write][])
    writeText(edits, reading, field, fields[field], (value, old) => write(value, version, old));
  writeText(edits, reading, 'photo', fields.photo, (value) => photoLine(value, photo, version));
}

function writeText(
  edits: CardEdits,
  reading: ParsedFields,
  field: CardTextField,
  now: string | undefined,
  write: (value: string, old: CardLine | undefined) => CardLine,
): void {
  const value = storableText(now);
  const was = storableText(reading.fields[field]);
  if (value === was) return;
  const [line, ...same] = reading.lines.get(field) ?? [];
  for (const other of same) put(edits, other, []);
  // Organizational units are kept when their company is deleted.
  const units = field === 'company' && /;./.test(line?.property.value ?? '');
  if (value || units) put(edits, line, labeledPage(edits, field, value, write(value, line)));
  else if (line) put(edits, line, []);
}

/** A page at a known service would be read as a profile. Apple's home page label prevents this. */
const labeledPage = (edits: CardEdits, field: CardTextField, value: string, line: CardLine): CardLine[] =>
  field === 'website' && fieldOfAddress(value) ? relabeled(edits, line, '_$!<HomePage>!$_') : [line];

function writeNames(edits: CardEdits, reading: ParsedFields, fields: CardFields): void {
  const { version } = edits;
  const was = reading.fields;
  const [line] = reading.lines.get('name') ?? [];
  const [full] = reading.lines.get('full_name') ?? [];
  const shown = storableText(shownName(fields));
  if (!full || shown !== storableText(shownName(was))) put(edits, full, [text('FN')(shown, version, full)]);
  if (line && sameNames(was, fields)) return;
  // Devices use N for display, so a full name without parts is written as one name there.
  const [first, last] = joinedName(fields) ? [fields.first_name, fields.last_name] : [fields.full_name, ''];
  const components = line ? splitEscaped(line.property.value, ';') : [];
  const more = nameForm(was) === nameForm(fields) && line ? components.slice(2, 5) : moreNames(fields);
  const [additional = '', prefix = '', suffix = ''] = more;
  const kept = [...(line?.property.parameters ?? [])].filter(([name]) => name !== 'SORT-AS');
  const value = [...[last, first].map((part) => escapeText(storableText(part))), additional, prefix, suffix].join(';');
  put(edits, line, [
    line ? changedLine(line, { value, parameters: kept }, version) : newLine({ name: 'N', value }, version),
  ]);
}

/** Whether the name parts are the same, or a device has only split a full name into parts. */
function sameNames(was: CardFields, now: CardFields): boolean {
  const isOne = !joinedName(now) && storableText(shownName(was)) === storableText(shownName(now));
  const same = (['first_name', 'last_name'] as const).every(
    (field) => storableText(was[field]) === storableText(now[field]),
  );
  return isOne || (same && nameForm(was) === nameForm(now));
}

function moreNames(fields: CardFields): string[] {
  const { middle, prefix, suffix } = nameParts(fields);
  return [middle, prefix, suffix].map(escapeText);
}
