/** Node 20 has a region's time zones as a property, later versions as a method. */
type Region = Intl.Locale & { timeZones?: string[]; getTimeZones?(): string[] };

/** The time zones of a country (ISO 3166 alpha-2). */
export function zonesOf(country: string): string[] {
  const region: Region = new Intl.Locale(`und-${country}`);
  return region.getTimeZones?.() ?? region.timeZones ?? [];
}
