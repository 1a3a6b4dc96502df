interface Parts {
  street?: string | undefined;
  city?: string | undefined;
  region?: string | undefined;
  postal_code?: string | undefined;
  country?: string | undefined;
}

/** Formats an address on one line in the most common order: street, city region code, country. */
export function addressLine({ street, city, region, postal_code, country }: Parts): string {
  const town = [city, region, postal_code].filter(Boolean).join(' ');
  return [street?.replace(/\n+/g, ', '), town, country].filter(Boolean).join(', ');
}
