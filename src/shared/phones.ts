import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { streamSafe } from './text/fold.ts';

const isCountry = (country: string): country is CountryCode => isSupportedCountry(country as CountryCode);

/**
 * A phone number in E.164, read by its own country code, else as one of `country` (ISO 3166 alpha-2). Undefined for a
 * number that cannot be read.
 */
export function e164(number: string, country: string | null = null): string | undefined {
  const region = country && isCountry(country) ? country : undefined;
  const parsed = parsePhoneNumberFromString(number, region);
  return parsed?.isPossible() ? parsed.number : undefined;
}

/** The digits of a text, whatever their width. */
export const digitsOf = (text: string): string => streamSafe(text).normalize('NFKC').replace(/\D/g, '');

/** What a number is compared by: E.164, else its digits, else the text. */
export const normalPhone = (number: string, country: string | null): string =>
  e164(number, country) ?? (digitsOf(number) || number.trim());
