import { PROFILE_FIELDS } from '../../contract/contact-fields.ts';
import type { ContactRow } from '../../store/tables.ts';
import { type PersonName, readName, wordsIn } from '../names/name-parts.ts';
import { type AddressParts, type AddressText, readAddress } from './address-parts.ts';

/** Contact columns used for comparison. */
export const COMPARED_COLUMNS = [
  'first_name',
  'last_name',
  'full_name',
  'company',
  'job_title',
  'legacy_location',
  'birthday',
  'birthday_year',
  ...PROFILE_FIELDS,
] as const;

/** A stored contact with its details. Emails and phone numbers are normalized. */
export interface MatchRecord {
  contact: { id: string; created_at?: string } & Partial<Pick<ContactRow, (typeof COMPARED_COLUMNS)[number]>>;
  emails: { normal: string }[];
  phones: { normal: string }[];
  addresses: AddressText[];
}

export interface Email {
  /** Without optional parts: the tag after `+`, and dots in Gmail addresses. */
  loose: string;
  exact: string;
  local: string;
  /** Whether the address belongs to an office rather than a person: `info`, `sales`. */
  role: boolean;
}

/** A contact normalized for comparison. */
export interface Profile {
  id: string;
  createdAt: string;
  name: PersonName;
  /** Whether the name was derived from an email address. */
  guessed: boolean;
  emails: Email[];
  phones: string[];
  /** Social media handles by network. */
  handles: Map<string, string>;
  /** Month and day as `MM-DD`, and the year if known. */
  birthday: { day: string; year: number | null } | undefined;
  addresses: AddressParts[];
  company: string;
  jobTitle: string;
}

const ROLES = new Set(
  'info office hello hi contact kontakt mail email admin administrator sales support service help helpdesk team noreply donotreply billing accounts accounting invoice invoices press media marketing hr jobs careers reception enquiries inquiries general welcome webmaster postmaster orders booking bookings reservations secretary family'.split(
    ' ',
  ),
);
const LEGAL_FORMS = new Set(
  'inc incorporated ltd limited llc llp gmbh ag kg sa sas sarl srl spa bv nv ab as oy plc co corp corporation company pty group holding the'.split(
    ' ',
  ),
);

// Every value of one contact is compared with every value of the other.
const MAX_DETAILS = 20;
const MAX_TEXT_LENGTH = 200;
const MAX_ADDRESS_LENGTH = 2_000;

export function readProfile({ contact: record, ...details }: MatchRecord): Profile {
  const emails = details.emails.slice(0, MAX_DETAILS).map(({ normal }) => readEmail(normal));
  const named = readName(record.first_name ?? null, record.last_name ?? null, record.full_name ?? null);
  const guessed = named.readings.length === 0 ? guessName(emails) : undefined;
  const addresses = details.addresses
    .slice(0, MAX_DETAILS)
    .map(readAddress)
    .filter((address) => address.street || address.town || address.postcode);
  const town = record.legacy_location?.slice(0, MAX_TEXT_LENGTH).split(',')[0];
  if (addresses.length === 0 && town) addresses.push(readAddress({ city: town }));
  return {
    id: record.id,
    createdAt: record.created_at ?? '',
    name: guessed ?? named,
    guessed: !!guessed,
    emails,
    phones: details.phones
      .slice(0, MAX_DETAILS)
      .map(({ normal }) => normal.replace(/(?!^\+)\D/g, ''))
      .filter((phone) => phone.length >= 5),
    handles: new Map(
      PROFILE_FIELDS.flatMap((network) => {
        const written = record[network];
        const handle = written && bareHandle(written.slice(0, MAX_ADDRESS_LENGTH));
        return handle ? [[network, handle] as const] : [];
      }),
    ),
    birthday: record.birthday ? { day: record.birthday.slice(5, 10), year: record.birthday_year ?? null } : undefined,
    addresses,
    company: wordsIn((record.company ?? '').slice(0, MAX_TEXT_LENGTH))
      .filter((word) => !LEGAL_FORMS.has(word))
      .join(' '),
    jobTitle: wordsIn((record.job_title ?? '').slice(0, MAX_TEXT_LENGTH)).join(' '),
  };
}

function readEmail(exact: string): Email {
  const at = exact.lastIndexOf('@');
  let domain = exact.slice(at + 1);
  let local = exact.slice(0, at).replace(/\+.*$/, '');
  if (domain === 'googlemail.com') domain = 'gmail.com';
  if (domain === 'gmail.com') local = local.replaceAll('.', '');
  const word = local.replace(/[^a-z]/g, '');
  return { exact, local, loose: `${local}@${domain}`, role: ROLES.has(word) };
}

/** Derives a name from an address such as `ada.lovelace@…`. */
function guessName(emails: Email[]): PersonName | undefined {
  for (const { exact, role } of emails) {
    const parts = exact.replace(/@.*$/, '').replace(/\+.*$/, '').split(/[._-]/);
    if (role || parts.length < 2 || !parts.every((part) => /^[a-z]{2,}$/.test(part))) continue;
    return readName(parts.slice(0, -1).join(' '), parts.at(-1)!, null);
  }
  return undefined;
}

/** Extracts the handle from a handle or profile URL. */
export function bareHandle(text: string): string {
  const path = text
    .trim()
    .replace(/^[a-z]+:\/\//i, '')
    .replace(/^.*profile\.php\?id=/i, '')
    .replace(/[?#&].*$/, '')
    .replace(/^(?:[a-z0-9-]+\.)+[a-z]{2,}\//i, '')
    .replace(/^(in|pub|company|people|user|channel|c)\//i, '')
    .replace(/^@/, '')
    .split('/')[0]!;
  return decoded(path).replace(/^@/, '').toLowerCase();
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
