import { domainToASCII } from 'node:url';
import { fold } from '../../shared/text/fold.ts';
import { digitsOf, e164 } from '../../shared/text/phones.ts';
import { ADDRESS_PARTS, type AddressField } from '../../vcard/types.ts';

/** Text for comparison: folded as everywhere in kith (docs/api/filters.md#folding), and without punctuation. */
export const comparable = (text: string): string =>
  fold(text)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

/** An e-mail address for equality: trimmed, lower case, the domain in its IDNA form. */
export function emailKey(email: string): string {
  const [, local, domain] = /^(.*)@(.*)$/s.exec(email.trim().toLowerCase()) ?? [];
  return domain === undefined ? email.trim().toLowerCase() : `${local}@${domainToASCII(domain) || domain}`;
}

/** E.164 where the number says its country, else its digits; empty without any. */
export const phoneKey = (phone: string): string => e164(phone) ?? digitsOf(phone);

const NOT_VOICE =
  /fax|faks|факс|télécop|ファックス|ファクス|传真|傳真|팩스|פקס|فاكس|telex|télex|pager|beeper|buscapersonas|cercapersone|radiomessagerie|пейджер|ポケベル|呼机|傳呼|호출기/iu;

/** Whether a number's label is for voice. Colleagues share a fax number, so it does not identify a person. */
export const isVoice = (label: string | undefined): boolean => label === undefined || !NOT_VOICE.test(label);

/** Without the zeros that stand before an area code or a country's. */
const bareDigits = (key: string): string => digitsOf(key).replace(/^0+/, '');

/** Fewer digits can be an extension or a short number, and prove nothing. */
const CONCLUSIVE_DIGITS = 8;

/** The end of a phone number, which stays the same however its country is written; empty when it is too short. */
export function phoneTail(key: string): string {
  const digits = bareDigits(key);
  return digits.length >= CONCLUSIVE_DIGITS ? digits.slice(-CONCLUSIVE_DIGITS) : '';
}

/**
 * Whether two phone keys are one number. Only the service knows the user's country, so a number without one is
 * the same as a whole one that ends in it: `020 7946 0018` and `+442079460018`.
 */
export function samePhone(a: string, b: string): boolean {
  if (a === b) return true;
  if ((a.startsWith('+') && b.startsWith('+')) || phoneTail(a) === '' || phoneTail(b) === '') return false;
  const [x, y] = [bareDigits(a), bareDigits(b)];
  return x.endsWith(y) || y.endsWith(x);
}

/** Two addresses that share a key are one: equal parts, or equal lines where one has no parts. */
export function addressKeys(address: AddressField): string[] {
  const parts = partsKey(address);
  return [...(parts ? [`parts ${parts}`] : []), `line ${lineKey(address)}`];
}

const partsKey = (address: AddressField) => comparable(ADDRESS_PARTS.map((part) => address[part] ?? '').join(' '));
const lineKey = (address: AddressField) => comparable(address.formatted ?? '') || partsKey(address);
