import { photoOfData } from '../../../vcard/photo.ts';
import type { BadRecord } from '../../../vcard/types.ts';
import { buildRecord } from '../../building/build-record.ts';
import {
  addAddress,
  addEmail,
  addExtra,
  addNames,
  addPhone,
  addPhoto,
  addProfile,
  addTag,
  addWebsite,
  newBuilder,
  type RecordBuilder,
  setField,
} from '../../building/record-builder.ts';
import type { ImportRecord } from '../../records/record.ts';
import type { MonicaPerson } from './account.ts';
import { type MonicaRowReader, type RowFields, rowDay } from './row-reader.ts';

/** Columns of kith that contact files do not fill. */
export interface ExtraColumns {
  is_archived: boolean;
  never_keep_in_touch: boolean;
  /** For people of whom only the age is known. */
  birthday_year?: number;
  frequency?: string;
  next_reminder_at?: string;
  last_seen_at?: string;
  /** Key of the person who introduced them. */
  introducer?: string;
  created?: string;
  updated?: string;
  /** Custom fields for common data that kith has no column for. */
  values: { name: string; text?: string; day?: string }[];
}

export interface MonicaContact {
  record: ImportRecord | BadRecord;
  more: ExtraColumns;
}

/** Converts a person from Monica to a contact. Values without a field become custom fields or description lines. */
export function readMonicaContact(person: MonicaPerson, number: number, reader: MonicaRowReader): MonicaContact {
  const row = reader.read('contact', person.row);
  const builder = newBuilder(number);
  const more: ExtraColumns = {
    is_archived: row.text('is_active') === '0' || person.row.is_active === false,
    never_keep_in_touch: row.flag('is_dead'),
    ...keepInTouch(row),
    ...timesOf(row),
    values: [],
  };
  row.flag('is_partial');
  const value = (name: string, text: string) => text && more.values.push({ name, text });
  addNames(builder, {
    first: row.text('first_name'),
    middle: row.text('middle_name'),
    last: row.text('last_name'),
    nickname: row.text('nickname'),
  });
  setField(builder, 'description', row.text('description'), 'Description');
  setField(builder, 'job_title', row.text('job'), 'Job');
  setField(builder, 'company', row.text('company'), 'Company');
  if (row.flag('is_starred')) builder.fields.starred = true;
  value('Gender', row.text('gender'));
  value('Food preferences', row.text('food_preferences'));
  readBirthdate(builder, more, row.inner('birthdate'));
  readDeath(more, row);
  readFirstMet(builder, row);
  const introducer = row.text('first_met_through');
  if (introducer) more.introducer = introducer;
  for (const tag of row.texts('tags')) addTag(builder, tag);
  readAvatar(builder, row.text('avatar'));
  readLists(builder, person, reader, value);
  const record = buildRecord(builder);
  return { record: 'contact' in record ? { ...record, uid: person.key } : record, more };
}

function keepInTouch(row: RowFields): Partial<ExtraColumns> {
  const days = Number(row.text('stay_in_touch_frequency'));
  const next = row.moment('stay_in_touch_trigger_date');
  if (!Number.isInteger(days) || days < 1 || days > 9_999) return {};
  return { frequency: `${days} ${days === 1 ? 'day' : 'days'}`, ...(next && { next_reminder_at: next }) };
}

function timesOf(row: RowFields): Partial<ExtraColumns> {
  const [created, updated] = [row.moment('created_at'), row.moment('updated_at')];
  const seen = row.moment('last_talked_to');
  return { ...(created && { created }), ...(updated && { updated }), ...(seen && { last_seen_at: seen }) };
}

/** Monica has a full date, a date without a year, or a year derived from an age. */
function readBirthdate(builder: RecordBuilder, more: ExtraColumns, date: RowFields | undefined): void {
  const day = date?.moment('date');
  if (!date || !day) return;
  const [yearUnknown, byAge] = [date.flag('is_year_unknown'), date.flag('is_age_based')];
  if (byAge) {
    more.birthday_year = Number(day.slice(0, 4));
    addExtra(builder, 'Born', `about ${day.slice(0, 4)}`);
  } else builder.fields.birthday = yearUnknown ? `-${day.slice(4, 10)}` : rowDay(day);
}

/** A date in words, as far as it is known. */
function inWords(date: RowFields): string {
  const day = date.moment('date');
  if (!day) return '';
  if (date.flag('is_age_based')) return `about ${day.slice(0, 4)}`;
  return date.flag('is_year_unknown') ? `${day.slice(5, 10)} of an unknown year` : rowDay(day);
}

function readDeath({ values }: ExtraColumns, row: RowFields): void {
  const date = row.inner('deceased_date');
  const words = date ? inWords(date) : '';
  if (/^\d{4}-/.test(words)) values.push({ name: 'Died', day: words });
  else if (words || row.flag('is_dead')) values.push({ name: 'Died (as far as known)', text: words || 'yes' });
}

function readFirstMet(builder: RecordBuilder, row: RowFields): void {
  const date = row.inner('first_met_date');
  const words = date ? inWords(date) : '';
  if (/^\d{4}-/.test(words)) builder.fields.first_met_at = `${words}T00:00:00.000Z`;
  else addExtra(builder, 'First met', words);
  addExtra(builder, 'First met at', row.text('first_met_where'));
  addExtra(builder, 'How we met', row.text('first_met_additional_info'));
}

function readAvatar(builder: RecordBuilder, avatar: string): void {
  const photo = photoOfData(avatar);
  if (photo) addPhoto(builder, photo);
  else if (/^https?:/i.test(avatar)) setField(builder, 'image_url', avatar, 'Photo');
}

function readLists(
  builder: RecordBuilder,
  { lists }: MonicaPerson,
  reader: MonicaRowReader,
  value: (name: string, text: string) => unknown,
): void {
  for (const raw of lists.contact_fields ?? []) readContactField(builder, reader.read('contact field', raw));
  for (const raw of lists.addresses ?? []) readAddress(builder, reader.read('address', raw));
  const pets = (lists.pets ?? []).map((raw) => {
    const pet = reader.read('pet', raw);
    const [name, category] = [pet.text('name'), pet.text('category').replaceAll('_', ' ')];
    return name && category ? `${name} (${category})` : name || category;
  });
  value('Pets', pets.sort().join(', '));
  for (const raw of lists.occupations ?? []) readOccupation(builder, reader.read('occupation', raw));
}

/** The kind is determined by the protocol, the type, or the type's name. */
function readContactField(builder: RecordBuilder, row: RowFields): void {
  const [data, name, type] = [row.text('data'), row.text('type_name'), row.text('type')];
  const protocol = row.text('protocol').replace(/:$/, '');
  const label = row.texts('labels').join(', ') || undefined;
  if (type === 'email' || protocol === 'mailto') addEmail(builder, data, label);
  else if (type === 'phone' || protocol === 'tel' || /^(phone|mobile)$/i.test(name)) addPhone(builder, data, label);
  else if (/^(website|url|homepage)$/i.test(name)) addWebsite(builder, data);
  else if (data) addProfile(builder, name || type, data);
}

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Monica stores two-letter country codes (ISO 3166-1). */
function countryName(code: string): string {
  return /^[a-z]{2}$/i.test(code) ? (countries.of(code.toUpperCase()) ?? code) : code;
}

function readAddress(builder: RecordBuilder, row: RowFields): void {
  const parts = {
    street: row.text('street'),
    city: row.text('city'),
    region: row.text('province'),
    postal_code: row.text('postal_code'),
    country: countryName(row.text('country')),
    address_type: row.text('name'),
  };
  addAddress(builder, parts);
  const [latitude, longitude] = [row.text('latitude'), row.text('longitude')];
  if (latitude === '' || longitude === '') return;
  const data = { latitude: Number(latitude), longitude: Number(longitude) };
  builder.fields.coordinates ??= { operation: 'set', data };
}

/** A job in Monica's API and SQL export. The current one fills the fields; others become description lines. */
function readOccupation(builder: RecordBuilder, row: RowFields): void {
  const [title, company] = [row.text('title'), row.text('company')];
  const [from, to] = [row.moment('start_date'), row.moment('end_date')];
  const salary = [row.text('salary'), row.text('salary_unit')].filter(Boolean).join(' per ');
  if (row.flag('currently_works_here') && !builder.fields.job_title && !builder.fields.company) {
    setField(builder, 'job_title', title, 'Job');
    setField(builder, 'company', company, 'Company');
  }
  const when = from || to ? `${from ? rowDay(from) : ''} to ${to ? rowDay(to) : 'now'}`.trim() : '';
  const where = [title, company].filter(Boolean).join(' at ');
  addExtra(builder, 'Occupation', [where, when, row.text('description'), salary].filter(Boolean).join(', '));
}
