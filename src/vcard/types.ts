export const ADDRESS_PARTS = ['street', 'city', 'region', 'postal_code', 'country'] as const;

/** A postal address of a contact, as the API takes it. */
export type AddressField = Partial<Record<(typeof ADDRESS_PARTS)[number] | 'formatted' | 'address_type', string>>;

export interface Photo {
  bytes: Uint8Array;
}

/** A part of a file that does not become a contact, and why. */
export interface BadRecord {
  line: number;
  /** In a zip of several files: which of them. */
  file?: string;
  reason: string;
  name?: string;
}
