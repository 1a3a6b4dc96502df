import { domainToASCII } from 'node:url';
import { fold } from '../../shared/text/fold.ts';
import { digitsOf, e164 } from '../../shared/text/phones.ts';
import { ADDRESS_PARTS, type AddressField } from '../../vcard/types.ts';

/**
 * Normalizes text for comparison: folded as everywhere in kith (docs/api/filters.md#folding), and without punctuation.
 */
export const normalizeText = (text: string): string =>
  fold(text)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

/** Normalizes an email address: trimmed, in lower case, with the domain in IDNA form. */
export function emailKey(email: string): string {
  const [, local, domain] = /^(.*)@(.*)$/s.exec(email.trim().toLowerCase()) ?? [];
  return domain === undefined ? email.trim().toLowerCase() : `${local}@${domainToASCII(domain) || domain}`;
}

/** E.164 if the number has a country code, otherwise its digits; empty without digits. */
export const phoneKey = (phone: string): string => e164(phone) ?? digitsOf(phone);

const NOT_VOICE =
  /fax|faks|факс|télécop|ファックス|ファクス|传真|傳真|팩스|פקס|فاكس|telex|télex|pager|beeper|buscapersonas|cercapersone|radiomessagerie|пейджер|ポケベル|呼机|傳呼|호출기/iu;

/** Whether a label is for a voice number. Colleagues may share a fax number, so it does not identify a person. */
export const isVoice = (label: string | undefined): boolean => label === undefined || !NOT_VOICE.test(label);

/** Digits without the leading zeros of an area code or country code. */
const bareDigits = (key: string): string => digitsOf(key).replace(/^0+/, '');

/** A number with fewer digits may be an extension or short number and proves nothing. */
const CONCLUSIVE_DIGITS = 8;

/**
 * The ending of a phone number, which does not depend on how the country is written; empty if the number is too short.
 */
export function phoneTail(key: string): string {
  const digits = bareDigits(key);
  return digits.length >= CONCLUSIVE_DIGITS ? digits.slice(-CONCLUSIVE_DIGITS) : '';
}

/**
 * Whether two phone keys are the same number. Only the service knows the user's country, so a number without one equals
 * a complete number with the same ending: `020 7946 0018` and `+442079460018`.
 */
export function samePhone(a: string, b: string): boolean {
  if (a === b) return true;
  if ((a.startsWith('+') && b.startsWith('+')) || phoneTail(a) === '' || phoneTail(b) === '') return false;
  const [x, y] = [bareDigits(a), bareDigits(b)];
  return x.endsWith(y) || y.endsWith(x);
}

/** Addresses that share a key are the same: they have equal parts, or equal lines if one of them has no parts. */
export function addressKeys(address: AddressField): string[] {
  const parts = partsKey(address);
  return [...(parts ? [`parts ${parts}`] : []), `line ${lineKey(address)}`];
}

const partsKey = (address: AddressField) => normalizeText(ADDRESS_PARTS.map((part) => address[part] ?? '').join(' '));
const lineKey = (address: AddressField) => normalizeText(address.formatted ?? '') || partsKey(address);
