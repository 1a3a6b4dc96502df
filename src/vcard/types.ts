export const ADDRESS_PARTS = ['street', 'city', 'region', 'postal_code', 'country'] as const;

/** A contact's postal address in the format of the API. */
export type AddressField = Partial<Record<(typeof ADDRESS_PARTS)[number] | 'formatted' | 'address_type', string>>;

export interface PhotoData {
  bytes: Uint8Array;
}

/** A part of a file that could not become a contact, and the reason. */
export interface BadRecord {
  line: number;
  /** File name within a zip of several files. */
  file?: string;
  reason: string;
  name?: string;
}
