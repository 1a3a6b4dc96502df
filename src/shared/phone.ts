import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** E.164 where the number can be read (with the user's country as default), else its digits. */
export function normalPhone(number: string, country: string | null): string {
  const region = country && isSupportedCountry(country as CountryCode) ? (country as CountryCode) : undefined;
  const parsed = parsePhoneNumberFromString(number, region);
  if (parsed?.isPossible()) return parsed.number;
  const digits = [...number.normalize('NFKC')].filter((character) => /\d/.test(character)).join('');
  return digits || number.trim();
}
