import type { ArchiveRow, TableName } from '../../contract/archive.ts';
import { contactCreate } from '../../contract/contact-input.ts';
import { isPhotoAddress, MAXIMUM_PHOTO_BYTES, photoIdIn, pictureBytes } from '../../contract/photos.ts';
import { append, groupBy } from '../../shared/lists.ts';
import type { PhotoData } from '../../vcard/types.ts';
import { acceptedFields } from '../building/build-record.ts';
import { importRecords } from '../import-records.ts';
import { matchesIn } from '../matching/archive-contacts.ts';
import { loadMatchIndex } from '../matching/match-index.ts';
import { fieldLabel, type ImportRecord } from '../records/record.ts';
import { type ArchiveImport, pickFields } from './archive-import.ts';

/**
 * Imports contacts with their details and tags. New contacts are created completely; existing ones get only missing
 * values.
 */
export async function putContacts(run: ArchiveImport): Promise<void> {
  const rows = run.rows('contacts');
  const [contact_emails, contact_phone_numbers] = [run.rows('contact_emails'), run.rows('contact_phone_numbers')];
  const tables = { contacts: rows, contact_emails, contact_phone_numbers };
  for (const [id, there] of matchesIn(await loadMatchIndex(run.client), tables)) run.ids.set(id, there);
  const byContact = (table: TableName) => groupBy(run.rows(table), ({ contact_id }) => contact_id);
  const within: Within = {
    contact_emails: byContact('contact_emails'),
    contact_phone_numbers: byContact('contact_phone_numbers'),
    legacy_contact_addresses: byContact('legacy_contact_addresses'),
    tags_contacts: byContact('tags_contacts'),
  };
  const tagNames = new Map(run.rows('tags').map(({ id, name }) => [id, String(name)]));
  const records = rows.map((row, index) => recordOf(run, row, index + 1, within, tagNames));
  const { dryRun = false, signal } = run.options;
  const report = await importRecords(run.client, records, { dryRun, byIdOnly: true, ...(signal && { signal }) });
  const counts = run.counts('contacts');
  counts.added += report.created;
  counts.completed += report.updated;
  counts.kept += report.skipped;
  counts.leftOut += report.failed;
  for (const { line, outcome, reason, name, warnings } of report.rows) {
    if (outcome === 'failed')
      run.report.problems.push({ table: 'contacts', row: String(rows[line - 1]!.id), reason: reason ?? '' });
    append(
      run.warnings,
      warnings.map((warning) => `${name}: ${warning}`),
    );
  }
  if (report.stopped) run.report.stopped = { reason: report.stopped.reason };
}

type Detail = 'contact_emails' | 'contact_phone_numbers' | 'legacy_contact_addresses' | 'tags_contacts';
type Within = Record<Detail, Map<unknown, ArchiveRow[]>>;

function recordOf(
  run: ArchiveImport,
  row: ArchiveRow,
  line: number,
  within: Within,
  tagNames: Map<unknown, string>,
): ImportRecord {
  const warnings: string[] = [];
  const own = (table: Detail) => within[table].get(row.id) ?? [];
  const { image_url, business_card_url, ...others } = row;
  const { photo, ...addresses } = pictures(run, { image_url, business_card_url }, warnings);
  const contact = acceptedFields(contactOf({ ...others, ...addresses }, own), warnings);
  const tags = own('tags_contacts').flatMap(({ tag_id }) => tagNames.get(tag_id) ?? []);
  return { line, contact, notes: [], tags, warnings, uid: run.idOf(row.id), ...(photo && { photo }) };
}

/** Another service cannot read a photo address, so the picture itself is sent. */
function pictures(run: ArchiveImport, row: ArchiveRow, warnings: string[]): ArchiveRow & { photo?: PhotoData } {
  const addresses: ArchiveRow = {};
  let photo: PhotoData | undefined;
  for (const [field, address] of Object.entries(row)) {
    if (typeof address !== 'string') continue;
    if (!isPhotoAddress(address)) addresses[field] = address;
    else {
      const picture = run.photos().get(photoIdIn(address));
      const bytes = picture && pictureBytes(picture);
      if (!bytes) warnings.push(`${fieldLabel(field)} left out because the archive does not contain it`);
      else if (field === 'image_url') photo = { bytes };
      else if ((photo?.bytes.length ?? 0) + bytes.length > MAXIMUM_PHOTO_BYTES)
        warnings.push(`${fieldLabel(field)} left out because it is too large together with the photo`);
      else addresses[field] = picture;
    }
  }
  return { ...addresses, ...(photo && { photo }) };
}

/** The columns that can be set when creating a contact. The others are derived or read-only. */
function contactOf(row: ArchiveRow, own: (table: Detail) => ArchiveRow[]): object {
  const { shape } = contactCreate();
  const fields = Object.fromEntries(Object.entries(row).filter(([name]) => name in shape && name !== 'id'));
  const { birthday, birthday_year: year, latitude, longitude, birthday_dismissed_year: dismissed } = row;
  delete fields.birthday_year;
  if (!row.full_name_given) delete fields.full_name;
  const detail = (table: Detail, ...names: string[]) => own(table).map((one) => pickFields(one, ...names));
  const lists = {
    contact_emails: ranked(detail('contact_emails', 'email', 'label', 'ranking')),
    contact_phone_numbers: ranked(
      detail('contact_phone_numbers', 'phone_number', 'label', 'ranking', 'country_code', 'phone_number_sanitized'),
    ),
    legacy_contact_addresses: detail(
      'legacy_contact_addresses',
      ...['formatted', 'street', 'city', 'region', 'country', 'postal_code', 'address_type'],
    ),
  };
  return {
    ...fields,
    ...(typeof birthday === 'string' && {
      birthday: `${year ? String(year).padStart(4, '0') : '-'}-${birthday.slice(5, 10)}`,
    }),
    ...(typeof latitude === 'number' && { coordinates: { operation: 'set', data: { latitude, longitude } } }),
    ...(typeof dismissed === 'number' && { contact_birthdays: { last_dismissal_year: dismissed } }),
    ...lists,
  };
}

const ranked = (rows: ArchiveRow[]): ArchiveRow[] =>
  [...rows].sort((a, b) => Number(a.ranking ?? 0) - Number(b.ranking ?? 0));
