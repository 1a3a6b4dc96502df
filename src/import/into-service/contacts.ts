import type { ArchiveRow, TableName } from '../../contract/archive.ts';
import { contactCreate } from '../../contract/contact-input.ts';
import { isPhotoAddress, MAXIMUM_PHOTO_BYTES, photoIdIn, pictureBytes } from '../../contract/photos.ts';
import { accepted } from '../formats/build-record.ts';
import { importRecords } from '../import-records.ts';
import { matchesIn } from '../matching/archive-contacts.ts';
import { loadMatchIndex } from '../matching/match-index.ts';
import { type ContactFields, fieldLabel, type ImportRecord, type Photo } from '../record.ts';
import type { ApiImport } from './archive-import.ts';

/** Contacts with their details and tags: new ones whole, to those that are there only what they lack. */
export async function putContacts(run: ApiImport): Promise<void> {
  const rows = run.rows('contacts');
  const tables = { contacts: rows, ...details(run) };
  for (const [id, there] of matchesIn(await loadMatchIndex(run.client), tables)) run.ids.set(id, there);
  const within = Object.fromEntries(
    (['contact_emails', 'contact_phone_numbers', 'legacy_contact_addresses', 'tags_contacts'] as const).map((table) => [
      table,
      byContact(run.rows(table)),
    ]),
  ) as Within;
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
    run.warnings.push(...warnings.map((warning) => `${name}: ${warning}`));
  }
  if (report.stopped) run.report.stopped = { reason: report.stopped.reason };
}

type Detail = 'contact_emails' | 'contact_phone_numbers' | 'legacy_contact_addresses' | 'tags_contacts';
type Within = Record<Detail, Map<unknown, ArchiveRow[]>>;

const details = (run: ApiImport) => ({
  contact_emails: run.rows('contact_emails'),
  contact_phone_numbers: run.rows('contact_phone_numbers'),
});

function byContact(rows: ArchiveRow[]): Map<unknown, ArchiveRow[]> {
  const groups = new Map<unknown, ArchiveRow[]>();
  for (const row of rows) groups.set(row.contact_id, [...(groups.get(row.contact_id) ?? []), row]);
  return groups;
}

function recordOf(
  run: ApiImport,
  row: ArchiveRow,
  line: number,
  within: Within,
  tagNames: Map<unknown, string>,
): ImportRecord {
  const warnings: string[] = [];
  const own = (table: Detail) => within[table].get(row.id) ?? [];
  const { image_url, business_card_url, ...others } = row;
  const { photo, ...addresses } = pictures(run, { image_url, business_card_url }, warnings);
  const contact = accepted(contactOf({ ...others, ...addresses }, own), warnings);
  const tags = own('tags_contacts').flatMap(({ tag_id }) => tagNames.get(tag_id) ?? []);
  return { line, contact, notes: [], tags, warnings, uid: run.idOf(row.id), ...(photo && { photo }) };
}

/** Addresses of photos mean nothing there: the pictures themselves go. */
function pictures(run: ApiImport, row: ArchiveRow, warnings: string[]): ArchiveRow & { photo?: Photo } {
  const addresses: ArchiveRow = {};
  let photo: Photo | undefined;
  for (const [field, address] of Object.entries(row)) {
    if (typeof address !== 'string') continue;
    if (!isPhotoAddress(address)) addresses[field] = address;
    else {
      const picture = run.photos().get(photoIdIn(address));
      const bytes = picture && pictureBytes(picture);
      if (!bytes) warnings.push(`${fieldLabel(field)} left out, the archive does not hold it`);
      else if (field === 'image_url') photo = { bytes };
      else if ((photo?.bytes.length ?? 0) + bytes.length > MAXIMUM_PHOTO_BYTES)
        warnings.push(`${fieldLabel(field)} left out, too large beside the photo`);
      else addresses[field] = picture;
    }
  }
  return { ...addresses, ...(photo && { photo }) };
}

/** What creating a contact takes of a row; the rest follows from it or is read only. */
function contactOf(row: ArchiveRow, own: (table: TableName & Detail) => ArchiveRow[]): ContactFields {
  const { shape } = contactCreate();
  const fields = Object.fromEntries(Object.entries(row).filter(([name]) => name in shape && name !== 'id'));
  const { birthday, birthday_year: year, latitude, longitude, birthday_dismissed_year: dismissed } = row;
  delete fields.birthday_year;
  if (!row.full_name_given) delete fields.full_name;
  const picked = (table: Detail, ...names: string[]) =>
    own(table).map((one) =>
      Object.fromEntries(names.filter((name) => one[name] != null).map((name) => [name, one[name]])),
    );
  const lists = {
    contact_emails: ranked(picked('contact_emails', 'email', 'label', 'ranking')),
    contact_phone_numbers: ranked(
      picked('contact_phone_numbers', 'phone_number', 'label', 'ranking', 'country_code', 'phone_number_sanitized'),
    ),
    legacy_contact_addresses: picked(
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
  } as unknown as ContactFields;
}

const ranked = (rows: ArchiveRow[]): ArchiveRow[] =>
  [...rows].sort((a, b) => Number(a.ranking ?? 0) - Number(b.ranking ?? 0));
