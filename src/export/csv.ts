import { PROFILE_FIELDS } from '../contract/contact-fields.ts';
import { append } from '../shared/lists.ts';
import { OWN_CSV_COLUMNS } from '../shared/own-csv.ts';
import { guardFormula } from '../shared/text/formula.ts';
import { birthdayOf, byRanking, type ExportedPerson } from './people.ts';

// A table with the columns of Google Contacts, which most address books can read. It has as many numbered columns as
// the contact with the most entries needs.

const ADDRESS_COLUMNS = ['Formatted', 'Street', 'City', 'Region', 'Postal Code', 'Country'] as const;
const ADDRESS_FIELDS = ['formatted', 'street', 'city', 'region', 'postal_code', 'country'] as const;

/** A table row for a person: cells by column. */
export type CsvRow = Map<string, string>;

/**
 * Formats the table with a byte order mark, because spreadsheets otherwise assume another encoding. Cells that a
 * spreadsheet would execute are escaped unless `raw` is set.
 */
export function tableOf(rows: CsvRow[], raw: boolean): string {
  const columns = [...new Set(OWN_CSV_COLUMNS), ...numberedColumns(rows)];
  const lines = [columns, ...rows.map((row) => columns.map((column) => guardFormula(row.get(column) ?? '', raw)))];
  return `\uFEFF${lines.map((cells) => cells.map(quoted).join(',')).join('\r\n')}\r\n`;
}

const NUMBERED = ['E-mail', 'Phone', 'Address', 'Website'];

function numberedColumns(rows: CsvRow[]): string[] {
  const used = new Set(rows.flatMap((row) => [...row.keys()]));
  const columns: string[] = [];
  for (const kind of NUMBERED) {
    const parts = ['Label', ...(kind === 'Address' ? ADDRESS_COLUMNS : ['Value'])];
    for (let number = 1; parts.some((part) => used.has(`${kind} ${number} - ${part}`)); number++)
      append(
        columns,
        parts.map((part) => `${kind} ${number} - ${part}`),
      );
  }
  return columns;
}

/** A person's row. */
export function csvRowOf({ contact, notes }: ExportedPerson): CsvRow {
  const row: CsvRow = new Map();
  const set = (column: string, value: string | null | undefined) => {
    if (value) row.set(column, value);
  };
  set('Name', contact.full_name);
  set('First Name', contact.first_name);
  set('Last Name', contact.last_name);
  set('Organization Name', contact.company);
  set('Organization Title', contact.job_title);
  set('Birthday', birthdayOf(contact));
  set('Location', contact.legacy_location);
  set('Notes', [contact.description, ...notes.map(dated)].filter(Boolean).join('\n\n'));
  if (contact.image_url && /^(?:https?|kith):/i.test(contact.image_url)) set('Photo', contact.image_url);
  const tags = (contact.tags_contacts ?? []).map(({ tags }) => tags.name);
  set('Labels', [...tags, ...(contact.starred ? ['* starred'] : [])].join(' ::: '));
  numbered(
    set,
    'E-mail',
    byRanking(contact.contact_emails).map(({ email, label }) => ({ Value: email, Label: label })),
  );
  numbered(
    set,
    'Phone',
    byRanking(contact.contact_phone_numbers).map(({ phone_number, label }) => ({ Value: phone_number, Label: label })),
  );
  const addresses = (contact.legacy_contact_addresses ?? []).map((address) => ({
    Label: address.address_type,
    ...Object.fromEntries(ADDRESS_COLUMNS.map((column, index) => [column, address[ADDRESS_FIELDS[index]!]])),
  }));
  numbered(set, 'Address', addresses);
  const pages = [contact.website, ...PROFILE_FIELDS.map((field) => profileAddress(field, contact[field]))];
  numbered(
    set,
    'Website',
    pages.filter(Boolean).map((Value) => ({ Value })),
  );
  return row;
}

const HOMES: Record<(typeof PROFILE_FIELDS)[number], string> = {
  linkedin: 'https://www.linkedin.com/in/',
  twitter: 'https://twitter.com/',
  facebook: 'https://www.facebook.com/',
  instagram: 'https://www.instagram.com/',
  telegram: 'https://t.me/',
  tiktok: 'https://www.tiktok.com/@',
  youtube: 'https://www.youtube.com/@',
};

/** Expands a handle to a profile URL, so that readers know the service. */
function profileAddress(field: (typeof PROFILE_FIELDS)[number], value: string | null | undefined): string | undefined {
  if (!value || /^https?:/i.test(value)) return value ?? undefined;
  return HOMES[field] + encodeURIComponent(value.replace(/^@/, ''));
}

const dated = ({ note, event_time }: ExportedPerson['notes'][number]) => note && `${event_time.slice(0, 10)}: ${note}`;

type Cells = Record<string, string | null | undefined>;

function numbered(
  set: (column: string, value: string | null | undefined) => void,
  kind: string,
  entries: Cells[],
): void {
  for (const [index, cells] of entries.entries())
    for (const [part, value] of Object.entries(cells)) set(`${kind} ${index + 1} - ${part}`, value);
}

/** Quotes a cell (RFC 4180). */
const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
