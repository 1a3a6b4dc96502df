import { KithError } from '../../../shared/error.ts';
import { isRecord, recordsIn } from '../../../shared/records.ts';
import {
  countLeftOut,
  type MonicaAccount,
  type MonicaListName,
  type MonicaPerson,
  type MonicaRow,
  newAccount,
} from './account.ts';
import { rowText } from './row-reader.ts';

// Monica 4.x writes an account as `{ version, app_version, account: { data: [{ type, values }], properties, instance }
// }`. Each record has columns beside `uuid`, and more under `properties`. Types and genders are in `instance` and are
// referenced by UUID.

/** Whether a JSON value is a Monica export. */
export const isMonica = (value: unknown): value is MonicaRow & { account: MonicaRow } =>
  isRecord(value) && isRecord(value.account) && typeof value.version === 'string' && 'app_version' in value;

const READS = '1.0';

/** Reads Monica's JSON export. Throws if its version is unsupported. */
export function readMonicaJson({
  version: written,
  account: exported,
}: MonicaRow & { account: MonicaRow }): MonicaAccount {
  const version = rowText(written);
  if (!version.startsWith(READS)) {
    throw new KithError('BadRequest', `The Monica export has version ${version}, but kith supports only ${READS}.`);
  }
  const names = instanceNames(exported);
  const account = newAccount();
  const [data, properties] = [collections(exported.data), isRecord(exported.properties) ? exported.properties : {}];
  const photos = byUuid(data.get('photo'));
  const documents = byUuid(data.get('document'));
  const took = new Map<string, string[]>();
  for (const raw of data.get('contact') ?? []) {
    if (!isRecord(raw)) continue;
    const person = personOf(raw, names, photos, documents);
    account.people.push(person);
    for (const activity of uuidsOf(collections(raw.data).get('activity'))) {
      const known = took.get(activity);
      if (known) known.push(person.key);
      else took.set(activity, [person.key]);
    }
  }
  nameRecipients(account);
  for (const raw of data.get('activity') ?? []) {
    const row = flat(raw);
    row.type = names.get(rowText(row.type)) ?? row.type;
    account.activities.push({ row, people: took.get(rowText(row.uuid)) ?? [] });
  }
  for (const raw of data.get('relationship') ?? []) {
    const row = flat(raw);
    const [from, to, type] = [rowText(row.contact_is), rowText(row.of_contact), rowText(row.type)];
    account.relationships.push({ from, to, type });
  }
  account.journal = recordsIn(properties.journal_entries).map(flat);
  countLeftOut(account, 'audit log entries', recordsIn(properties.audit_logs).length);
  for (const [type, values] of data)
    if (!PLACED.has(type)) countLeftOut(account, `${type.replaceAll('_', ' ')} records`, values.length);
  return account;
}

/** A gift for a contact's family member refers to that person by UUID. */
function nameRecipients({ people }: MonicaAccount): void {
  const names = new Map(
    people.map(({ key, row }) => [key, [row.first_name, row.last_name].map(rowText).filter(Boolean).join(' ')]),
  );
  for (const { lists } of people)
    for (const gift of lists.gifts ?? []) {
      gift.recipient_name = names.get(rowText(gift.recipient));
      if (gift.recipient_name) gift.recipient = null;
    }
}

/** `user`, `addressbook` and its subscriptions belong to the account, not to people. */
const PLACED = new Set(['contact', 'activity', 'relationship', 'photo', 'document', 'user']);

/** Merges a record's columns and properties. */
function flat(raw: unknown): MonicaRow {
  if (!isRecord(raw)) return {};
  const { properties, data: _, ...columns } = raw;
  return { ...columns, ...(isRecord(properties) ? properties : {}) };
}

/** Converts `[{ count, type, values }]` to a map by type. */
function collections(value: unknown): Map<string, unknown[]> {
  const found = new Map<string, unknown[]>();
  for (const { type, values } of recordsIn(value)) {
    if (!Array.isArray(values)) continue;
    const known = found.get(rowText(type)) ?? [];
    found.set(rowText(type), known);
    for (const value of values) known.push(value);
  }
  return found;
}

const byUuid = (values: unknown[] = []): Map<string, MonicaRow> =>
  new Map(values.map(flat).map((row) => [rowText(row.uuid), row]));

/** A list of UUIDs or of records with a UUID. */
const uuidsOf = (values: unknown[] = []): string[] =>
  values.map((value) => rowText(isRecord(value) ? value.uuid : value)).filter(Boolean);

/** Names of types and genders by UUID: a key such as `ate_at_home` for predefined ones, otherwise the user's name. */
function instanceNames(account: MonicaRow): Map<string, string> {
  const instance = isRecord(account.instance) ? account.instance : {};
  const names = new Map<string, string>();
  for (const kind of ['activity_types', 'life_event_types', 'genders', 'contact_field_types'])
    for (const row of recordsIn(instance[kind]).map(flat))
      names.set(rowText(row.uuid), rowText(row.translation_key) || rowText(row.name));
  for (const row of recordsIn(instance.contact_field_types).map(flat))
    names.set(`kind ${rowText(row.uuid)}`, kindOf(row));
  return names;
}

const kindOf = (row: MonicaRow): string => {
  const [type, protocol] = [rowText(row.type), rowText(row.protocol)];
  return type || (protocol === 'mailto:' ? 'email' : protocol === 'tel:' ? 'phone' : '');
};

/** The lists of a contact, by Monica's names for their entries. */
const LIST_OF: Record<string, MonicaListName> = {
  contact_field: 'contact_fields',
  address: 'addresses',
  note: 'notes',
  call: 'calls',
  conversation: 'conversations',
  reminder: 'reminders',
  task: 'tasks',
  gift: 'gifts',
  debt: 'debts',
  pet: 'pets',
  life_event: 'life_events',
};

function personOf(
  raw: MonicaRow,
  names: Map<string, string>,
  photos: Map<string, MonicaRow>,
  documents: Map<string, MonicaRow>,
): MonicaPerson {
  const row = flat(raw);
  const lists: MonicaPerson['lists'] = {};
  const data = collections(raw.data);
  for (const [type, list] of Object.entries(LIST_OF)) {
    const rows = data.get(type)?.map((value) => named(list, flat(value), names));
    if (rows) lists[list] = rows;
  }
  const avatar = isRecord(row.avatar) ? row.avatar : {};
  const own = rowText(avatar.avatar_photo);
  const shown = rowText(avatar.avatar_source) === 'photo' ? rowText(photos.get(own)?.dataUrl) : '';
  const filesOf = (type: string, files: Map<string, MonicaRow>, except = '') =>
    uuidsOf(data.get(type))
      .filter((uuid) => uuid !== except)
      .map((uuid) => ({ original_filename: files.get(uuid)?.original_filename }));
  lists.photos = filesOf('photo', photos, shown ? own : '');
  lists.documents = filesOf('document', documents);
  markBirthday(row, lists.reminders);
  const gender = names.get(rowText(row.gender)) ?? '';
  return {
    key: rowText(row.uuid),
    row: { ...row, gender, avatar: shown || rowText(avatar.avatar_external_url) },
    lists,
  };
}

/** Replaces references to `instance` by names. */
function named(list: MonicaListName, row: MonicaRow, names: Map<string, string>): MonicaRow {
  if (list === 'contact_fields') {
    const type = rowText(row.type);
    return { ...row, type: names.get(`kind ${type}`) ?? '', type_name: names.get(type) ?? '' };
  }
  if (list === 'conversations')
    return {
      ...row,
      contact_field_type: names.get(rowText(row.contact_field_type)) ?? '',
      messages: recordsIn(row.messages).map(flat),
    };
  if (list === 'life_events') return { ...row, type: names.get(rowText(row.type)) ?? '' };
  if (list === 'debts') return { ...row, currency: isRecord(row.currency) ? row.currency.iso : row.currency };
  return row;
}

/**
 * Finds the birthday reminder, which neither JSON nor the API marks: it is yearly, created by Monica, and on that day.
 */
export function markBirthday(row: MonicaRow, reminders: MonicaRow[] = []): void {
  const birthdate = isRecord(row.birthdate) ? rowText(row.birthdate.date).slice(5, 10) : '';
  for (const reminder of reminders) {
    const own = reminder.delible === false || reminder.delible === 0;
    const day = rowText(reminder.initial_date).slice(5, 10);
    if (own && rowText(reminder.frequency_type) === 'year' && birthdate && day === birthdate)
      reminder.is_birthday = true;
  }
}
