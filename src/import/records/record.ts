import type { MEETING_TYPES } from '../../contract/note.ts';
import type { AddressField, BadRecord, Photo } from '../../vcard/types.ts';

/** An e-mail address of a contact, as the API takes it. */
export interface EmailField {
  email: string;
  label?: string;
  ranking: number;
}

/** A phone number of a contact, as the API takes it. */
export interface PhoneField {
  phone_number: string;
  label?: string;
  ranking: number;
}

/** The text fields of a contact that a file can fill. */
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

/** The fields of the `create_contact` body that a file can fill, under the API's names. */
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
  /** ISO 8601 in UTC; absent when the file gives no time. */
  eventTime?: string;
  /** Where the file gives the day alone: that day in UTC. */
  day?: string;
  meetingType?: MeetingType;
}

export type MeetingType = (typeof MEETING_TYPES)[number];

/** Somebody else in the same file, by the UID of their card, and what they are to this person. */
export interface RelatedCard {
  uid: string;
  what?: string;
}

/** A UID without the address form that cards may use: `urn:uuid:…` and the bare UUID are one. */
export const bareUid = (uid: string): string => uid.replace(/^urn:uuid:/i, '').toLowerCase();

/**
 * How many people an import reads, holds and writes at once. Each transaction has its price, so many are cheaper; other
 * writers wait for the length of one.
 */
export const PEOPLE_AT_ONCE = 250;

/** One person of a file, ready to be compared with what exists. */
export interface ImportRecord {
  /** First physical line in the file, from 1. */
  line: number;
  /** In a zip of several files: which of them. */
  file?: string;
  contact: ContactFields;
  notes: ImportNote[];
  tags: string[];
  uid?: string;
  related?: RelatedCard[];
  photo?: Photo;
  /** What the file says about this person that the contact cannot hold. */
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

export interface ParsedFile {
  /** A `FileFormat`, or several where a zip held files of more than one. */
  format: string;
  records: ImportRecord[];
  /** Cards and rows that could not be read. */
  bad: BadRecord[];
  /** Cards that were understood but are not contacts, such as groups. */
  skipped: BadRecord[];
  /** Warnings about the file as a whole, such as properties that no field can take. */
  warnings: string[];
  /** For a CSV with columns that were left out: a mapping file that takes them, once it is filled. */
  mapping?: object;
}
