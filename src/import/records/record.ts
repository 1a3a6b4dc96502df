import type { MEETING_TYPES } from '../../contract/note.ts';
import type { AddressField, BadRecord, PhotoData } from '../../vcard/types.ts';

/** An email address of a contact in API format. */
export interface EmailField {
  email: string;
  label?: string;
  ranking: number;
}

/** A phone number of a contact in API format. */
export interface PhoneField {
  phone_number: string;
  label?: string;
  ranking: number;
}

/** Text fields of a contact that a file can fill. */
export const SCALAR_FIELDS = [
  'full_name',
  'first_name',
  'last_name',
  'job_title',
  'company',
  'education',
  'description',
  'website',
  'image_url',
  'linkedin',
  'twitter',
  'facebook',
  'instagram',
  'telegram',
  'tiktok',
  'youtube',
  'legacy_location',
  'first_met_at',
] as const;
export type ScalarField = (typeof SCALAR_FIELDS)[number];

/** Fields of the `create_contact` body that a file can fill, with the API's names. */
export interface ContactFields extends Partial<Record<ScalarField, string>> {
  /** `YYYY-MM-DD`, or `--MM-DD` without a year. */
  birthday?: string;
  starred?: boolean;
  source?: 'csv_import';
  coordinates?: { operation: 'set'; data: { latitude: number; longitude: number } };
  contact_emails?: EmailField[];
  contact_phone_numbers?: PhoneField[];
  legacy_contact_addresses?: AddressField[];
}

const FIELD_NAMES: Record<string, string> = {
  contact_emails: 'e-mail address',
  contact_phone_numbers: 'phone number',
  legacy_contact_addresses: 'address',
  legacy_location: 'location',
  image_url: 'picture',
  first_met_at: 'first met',
};

/** A field's name in reports. */
export const fieldLabel = (field: string): string => FIELD_NAMES[field] ?? field.replaceAll('_', ' ');

export interface ImportNote {
  text: string;
  /** ISO 8601 in UTC. Missing if the file specifies no time. */
  eventTime?: string;
  /** The UTC day, if the file specifies only a day. */
  day?: string;
  meetingType?: MeetingType;
}

export type MeetingType = (typeof MEETING_TYPES)[number];

/** Another person in the same file, by card UID, with their relation to this person. */
export interface RelatedCard {
  uid: string;
  what?: string;
}

/** A UID without the URN prefix, so that `urn:uuid:…` and the bare UUID are equal. */
export const bareUid = (uid: string): string => uid.replace(/^urn:uuid:/i, '').toLowerCase();

/**
 * Number of people that an import reads, holds and writes at once. Larger transactions have less overhead, but other
 * writers must wait for them.
 */
export const PEOPLE_PER_BATCH = 250;

/** A person from a file. */
export interface ImportRecord {
  /** First physical line, starting at 1. */
  line: number;
  /** File name within a zip of several files. */
  file?: string;
  contact: ContactFields;
  notes: ImportNote[];
  tags: string[];
  uid?: string;
  related?: RelatedCard[];
  photo?: PhotoData;
  /** Describes data that does not fit into the contact. */
  warnings: string[];
}

export type FileFormat =
  | 'vCard'
  | 'Google CSV'
  | 'Outlook CSV'
  | 'Thunderbird CSV'
  | 'LinkedIn CSV'
  | 'CSV'
  | 'mapped CSV';

/** A property that kith has no field for. */
export interface UnmappedProperty {
  name: string;
  /** Number of contacts that have it. */
  contacts: number;
  /** Its first lines in the file; empty if lines do not help to find it. */
  lines: number[];
}

export interface ParsedFile {
  /** A `FileFormat`, or several for a zip with files of different formats. */
  format: string;
  records: ImportRecord[];
  /** Unreadable cards and rows. */
  bad: BadRecord[];
  /** Cards that are not contacts, such as groups. */
  skipped: BadRecord[];
  /** Warnings about the file as a whole. */
  warnings: string[];
  /** Properties without a field, by name. */
  unmapped?: UnmappedProperty[];
  /** For a CSV with unmapped columns: a mapping file for the user to complete. */
  mapping?: object;
}
