import { addressInput, contactCreate, emailInput, phoneInput } from '../../contract/contact-input.ts';
import { BOUNDS } from '../../contract/schema/limits.ts';
import { readTagName, TAG_NAME_LENGTH } from '../../contract/tags.ts';
import type { CardAddress, CardEntry, CardText } from '../../shared/cards/fields.ts';
import { once } from '../../shared/once.ts';

// What the contract takes. A card may say more: what is refused stays in its text, and its field has what fits, or nothing.

const contact = once(() => contactCreate().shape);
const email = once(emailInput);
const phone = once(phoneInput);
const address = once(addressInput);

/** Texts that still say something when they are cut. */
const CUT: readonly CardText[] = ['first_name', 'last_name', 'full_name', 'company', 'job_title', 'description'];

/** What a field takes of a text: all of it, as much as there is room for, or nothing. */
export function fittingText(field: CardText, text: string): string | undefined {
  const { error } = contact()[field === 'photo' ? 'image_url' : field].safeParse(text);
  if (!error) return text;
  const room = CUT.includes(field) && error.issues.find((issue) => issue.code === 'too_big')?.maximum;
  return room ? cut(text, Number(room)) : undefined;
}

const cut = (text: string, room: number): string =>
  text
    .slice(0, room)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();

/** As much of a group's title as there is room for. */
export const fittingTitle = (title: string): string => cut(title.trim(), BOUNDS.name);

export const fittingEmail = (entry: CardEntry): CardEntry | undefined =>
  fitting(entry, ({ value, label }) => email().safeParse({ email: value, label }).success);

export const fittingPhone = (entry: CardEntry): CardEntry | undefined =>
  fitting(entry, ({ value, label }) => phone().safeParse({ phone_number: value, label }).success);

export const fittingAddress = (entry: CardAddress): CardAddress | undefined =>
  fitting(entry, ({ label, ...parts }) => address().safeParse({ ...parts, address_type: label }).success);

/** An entry that is taken, if need be without its label. */
function fitting<E extends { label?: string }>(entry: E, isTaken: (entry: E) => boolean): E | undefined {
  if (isTaken(entry)) return entry;
  const { label: _, ...unlabeled } = entry;
  return entry.label !== undefined && isTaken(unlabeled as E) ? (unlabeled as E) : undefined;
}

export function fittingTag(name: string): string | undefined {
  const tag = readTagName(name);
  return tag && [...tag].length <= TAG_NAME_LENGTH ? tag : undefined;
}
