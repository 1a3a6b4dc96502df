import { addressInput, contactCreate, emailInput, phoneInput } from '../../contract/contact-input.ts';
import { BOUNDS } from '../../contract/schema/limits.ts';
import { readTagName, TAG_NAME_LENGTH } from '../../contract/tags.ts';
import type { CardAddress, CardEntry, CardTextField } from '../../shared/cards/fields.ts';
import { once } from '../../shared/once.ts';

// The contract's limits. A card may exceed them: its field then gets the part that fits, or nothing, and the original
// stays in the card's text.

const contact = once(() => contactCreate().shape);
const email = once(emailInput);
const phone = once(phoneInput);
const address = once(addressInput);

/** Texts that are still useful when truncated. */
const CUT: readonly CardTextField[] = ['first_name', 'last_name', 'full_name', 'company', 'job_title', 'description'];

/** Returns the part of a value that a field accepts: all of it, the beginning, or nothing. */
export function fittingText(field: CardTextField, text: string): string | undefined {
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

/** Truncates a group's title to the maximum length. */
export const fittingTitle = (title: string): string => cut(title.trim(), BOUNDS.name);

export const fittingEmail = (entry: CardEntry): CardEntry | undefined =>
  fitting(entry, ({ value, label }) => email().safeParse({ email: value, label }).success);

export const fittingPhone = (entry: CardEntry): CardEntry | undefined =>
  fitting(entry, ({ value, label }) => phone().safeParse({ phone_number: value, label }).success);

export const fittingAddress = (entry: CardAddress): CardAddress | undefined =>
  fitting(entry, ({ label, ...parts }) => address().safeParse({ ...parts, address_type: label }).success);

/** Returns the entry if it is valid, if necessary without its label. */
function fitting<E extends { label?: string }>(entry: E, isTaken: (entry: E) => boolean): E | undefined {
  if (isTaken(entry)) return entry;
  const { label: _, ...unlabeled } = entry;
  return entry.label !== undefined && isTaken(unlabeled as E) ? (unlabeled as E) : undefined;
}

export function fittingTag(name: string): string | undefined {
  const tag = readTagName(name);
  return tag && [...tag].length <= TAG_NAME_LENGTH ? tag : undefined;
}
