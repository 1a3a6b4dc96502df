import type { CardFields } from './fields.ts';

// First, last and full name belong together. A full name's form is its content apart from the other two: `Dr.
// {first} {last}`. The form can stay the same while a name in it changes.

// Unicode reserves these for internal use, so they never occur in text.
const FIRST = '\ufdd0';
const LAST = '\ufdd1';

type Card = { [F in keyof CardFields]?: CardFields[F] | undefined };
type NameFields = Pick<Card, 'first_name' | 'last_name'>;

const joined = (parts: (string | undefined)[]): string =>
  parts
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(' ');

/** First and last name joined. */
export const joinedName = ({ first_name, last_name }: NameFields): string => joined([first_name, last_name]);

/** Name shown for a person without a full name: first and last name, company, email address or phone number. */
export const impliedName = (fields: Card): string =>
  joinedName(fields) || fields.company || fields.emails?.[0]?.value || fields.phones?.[0]?.value || '';

/** Name shown for a person; empty if there is none. */
export const shownName = (fields: Card): string => fields.full_name?.trim() || impliedName(fields);

/**
 * Pattern that describes how the full name is formed. Undefined if it equals the name that would be shown without it.
 */
export function nameForm(fields: Card): string | undefined {
  const full = fields.full_name?.trim();
  if (!full || full === impliedName(fields)) return undefined;
  const [first, last] = [fields.first_name?.trim(), fields.last_name?.trim()];
  const marked = withMark(withMark(full, last, LAST, true), first, FIRST, false);
  return marked === joined([first && FIRST, last && LAST]) ? undefined : marked;
}

/** Inserts names into a full name's form. */
export function nameOfForm(form: string, { first_name, last_name }: NameFields): string {
  const whole = form.replace(FIRST, () => first_name?.trim() ?? '').replace(LAST, () => last_name?.trim() ?? '');
  return (first_name && last_name) || whole === form ? whole : whole.replace(/ {2,}/g, ' ').trim();
}

/** Replaces a name in a full name by a placeholder, if it appears as whole words. */
function withMark(full: string, name: string | undefined, mark: string, fromEnd: boolean): string {
  const within = ` ${full} `;
  const at = !name ? -1 : fromEnd ? within.lastIndexOf(` ${name} `) : within.indexOf(` ${name} `);
  return at < 0 ? full : `${full.slice(0, at)}${mark}${full.slice(at + name!.length)}`;
}

type Written = { [Name in 'first_name' | 'last_name' | 'full_name']?: string | null | undefined };

/**
 * Splits a full name into the parts before, between and after first and last name. Empty if they are in another order.
 */
export function nameParts({
  full_name,
  first_name,
  last_name,
}: Written): Record<'prefix' | 'middle' | 'suffix', string> {
  const [full, first, last] = [full_name, first_name, last_name].map((name) => ` ${(name ?? '').trim()} `);
  const start = first!.trim() ? full!.indexOf(first!) : -1;
  const end = last!.trim() ? full!.lastIndexOf(last!) : -1;
  if (start < 0 || end < start + first!.length - 1) return { prefix: '', middle: '', suffix: '' };
  const between = (from: number, to: number) => full!.slice(from, to).trim();
  return {
    prefix: between(0, start),
    middle: between(start + first!.length - 1, end),
    suffix: between(end + last!.length - 1, full!.length),
  };
}
