import { getCountries, isSupportedCountry } from 'libphonenumber-js/min';
import { zonesOf } from './country-zones.ts';

/** The country (ISO 3166 alpha-2) whose clocks a zone shows; undefined for UTC and the like. `likely` is tried first. */
export function countryOf(zone: string, likely?: string): string | undefined {
  // Zones of countries are named after a place in them; the engine lists each under one of its names.
  const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions();
  if (!timeZone.includes('/') || timeZone.startsWith('Etc/')) return undefined;
  return [...(likely ? [likely] : []), ...getCountries()].find((country) => zonesOf(country).includes(timeZone));
}

/** The two letters of a country that has phone numbers, in capitals; undefined for anything else. */
export function readCountry(text: string): string | undefined {
  const country = text.trim().toUpperCase();
  return isSupportedCountry(country) ? country : undefined;
}

/** Every country that `readCountry` knows. */
export const allCountries = (): string[] => getCountries();
