import { getCountries, isSupportedCountry } from 'libphonenumber-js/min';
import { zonesOf } from './country-zones.ts';

/** Country (ISO 3166 alpha-2) of a time zone; undefined for UTC and similar. `likely` is tried first. */
export function countryOf(zone: string, likely?: string): string | undefined {
  // Zones are named after a place in the country. The engine lists each under one of its names.
  const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions();
  if (!timeZone.includes('/') || timeZone.startsWith('Etc/')) return undefined;
  return [...(likely ? [likely] : []), ...getCountries()].find((country) => zonesOf(country).includes(timeZone));
}

/** Parses a country code with phone numbers to upper case. Undefined for anything else. */
export function readCountry(text: string): string | undefined {
  const country = text.trim().toUpperCase();
  return isSupportedCountry(country) ? country : undefined;
}

/** All countries that `readCountry` accepts. */
export const allCountries = (): string[] => getCountries();
