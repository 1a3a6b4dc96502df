import { contactCreate } from '../../contract/contact-input.ts';
import { fieldName } from '../../contract/schema/issues.ts';
import { fieldOfService } from '../../vcard/social-profiles.ts';
import type { BadRecord } from '../../vcard/types.ts';
import { type ContactFields, fieldLabel, type ImportRecord } from '../records/record.ts';
import { ownWarnings } from './listed.ts';
import type { RankedEntry, RecordBuilder } from './record-builder.ts';

/** Returns the finished record, or why there is none. */
export function buildRecord(builder: RecordBuilder): ImportRecord | BadRecord {
  const { line, warnings, uid, related, photo, notes } = builder;
  const contact = withoutDerivedName(nameFromRest(acceptedFields(assemble(builder), warnings)));
  if (!identifiesSomebody(contact)) {
    const reason = 'no name, email address, phone number, or profile to identify a person by';
    return { line, reason: [reason, ...ownWarnings(warnings)].join('; ') };
  }
  const rest = { ...(uid && { uid }), ...(related.length > 0 && { related }), ...(photo && { photo }) };
  return { line, contact, notes, tags: [...builder.tags], warnings: ownWarnings(warnings), ...rest };
}

export const isImportRecord = (result: ImportRecord | BadRecord): result is ImportRecord => 'contact' in result;

function assemble(builder: RecordBuilder): ContactFields {
  const written = builder.fields.description;
  // A description written by kith already contains these lines.
  const lines = new Set(written?.split('\n').map(asExtra));
  const extras = [...builder.extras].filter((line) => !lines.has(asExtra(line)));
  const description = [written, ...extras].filter(Boolean).join('\n');
  const emails = byPreference(builder.emails);
  const phones = byPreference(builder.phones);
  return {
    ...builder.fields,
    ...(description && { description }),
    ...(emails.length > 0 && { contact_emails: emails }),
    ...(phones.length > 0 && { contact_phone_numbers: phones }),
    ...(builder.addresses.length > 0 && { legacy_contact_addresses: builder.addresses }),
  };
}

/** Sorts entries by preference, then file order. Ranking starts at 0 without gaps. */
function byPreference<T>(entries: RankedEntry<T>[]): (T & { ranking: number })[] {
  const sorted = [...entries].sort((a, b) => a.preference - b.preference);
  return sorted.map(({ entry }, index) => ({ ...entry, ranking: index }));
}

/**
 * Omits values that the service would reject, each with a warning, so that one invalid value does not lose the contact.
 */
export function acceptedFields(contact: object, warnings: string[]): ContactFields {
  const values: Record<string, unknown> = { ...contact };
  const issues = contactCreate().safeParse(contact).error?.issues ?? [];
  const bad = new Map(issues.map(({ path, message }) => [fieldName(path.slice(0, 2)), { path, message }]));
  for (const { path, message } of bad.values()) {
    const [field, index] = [String(path[0]), path[1]];
    const list = values[field];
    const value = Array.isArray(list) && typeof index === 'number' ? list[index] : list;
    warnings.push(`${fieldLabel(field)} left out, ${message}: ${shown(value)}`);
  }
  const kept = Object.entries(values).flatMap(([field, value]) => {
    if (bad.has(field)) return [];
    if (!Array.isArray(value)) return bad.has(`${field}.data`) ? [] : [[field, value]];
    const entries = value.filter((_, index) => !bad.has(`${field}[${index}]`));
    return entries.length > 0 ? [[field, entries]] : [];
  });
  return Object.fromEntries(kept);
}

function shown(value: unknown): string {
  const { email, phone_number }: { email?: string; phone_number?: string } = value ?? {};
  const text = email ?? phone_number ?? (typeof value === 'string' ? value : JSON.stringify(value));
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** A company card without a person's name uses the company's name. */
function nameFromRest(contact: ContactFields): ContactFields {
  const named = contact.full_name || contact.first_name || contact.last_name;
  return named || !contact.company ? contact : { ...contact, full_name: contact.company };
}

/** Omits a full name that is just first and last name. The service derives it, so that it follows later changes. */
function withoutDerivedName({ full_name, ...contact }: ContactFields): ContactFields {
  const derived = [contact.first_name, contact.last_name].filter(Boolean).join(' ');
  return full_name === undefined || full_name === derived ? contact : { ...contact, full_name };
}

function identifiesSomebody(contact: ContactFields): boolean {
  const { full_name, first_name, last_name, contact_emails, contact_phone_numbers } = contact;
  if (full_name || first_name || last_name || contact_emails || contact_phone_numbers) return true;
  return Object.keys(contact).some((field) => fieldOfService(field) !== undefined);
}

/** Normalizes a description line for comparison, ignoring the label's case and surrounding white space. */
const asExtra = (line: string): string =>
  line
    .trim()
    .toLowerCase()
    .replace(/^([^:]+):\s+/, '$1: ');
