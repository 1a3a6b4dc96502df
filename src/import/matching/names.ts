import type { ContactFields } from '../records/record.ts';
import { normalizeText } from './match-keys.ts';

type NameFields = Pick<ContactFields, 'full_name' | 'first_name' | 'last_name'>;

const TITLES = ['dr', 'prof', 'mr', 'mrs', 'ms', 'miss', 'sir', 'dame'];
const GENERATIONS = ['jr', 'sr', 'junior', 'senior', 'ii', 'iii', 'iv'];

/** A person's name; empty if the contact has none. */
export function personNameOf({ full_name, first_name, last_name }: NameFields): string {
  return full_name || [first_name, last_name].filter(Boolean).join(' ');
}

/** A contact's title in reports: its name, email address or phone number. */
export function contactTitleOf(contact: ContactFields): string {
  const { contact_emails, contact_phone_numbers } = contact;
  return personNameOf(contact) || contact_emails?.[0]?.email || contact_phone_numbers?.[0]?.phone_number || '(no name)';
}

/**
 * Whether two names can belong to one person: the words are equal, or one lacks the last name or has additional middle
 * names. People who share a phone number or email address but have different first names, or are senior and junior, are
 * members of one household and stay separate.
 */
export function compatibleNames(a: NameFields, b: NameFields): boolean {
  const [nameA, nameB] = [wordsOf(a), wordsOf(b)];
  if (nameA.generation !== nameB.generation) return nameA.words.length === 0 || nameB.words.length === 0;
  const aIsShort = nameA.words.length <= nameB.words.length;
  const [short, long] = aIsShort ? [nameA.words, nameB.words] : [nameB.words, nameA.words];
  if (short.length === 0 || sameWords(short, long)) return true;
  if (short[0] !== long[0]) return false;
  return short.length === 1 || (short.at(-1) === long.at(-1) && short.every((word) => long.includes(word)));
}

/** Whether two names have the same words in any order: `Lee, Ann` and `Ann Lee`. Two empty names are equal. */
export const equalNames = (a: NameFields, b: NameFields): boolean => {
  const [nameA, nameB] = [wordsOf(a), wordsOf(b)];
  return nameA.generation === nameB.generation && sameWords(nameA.words, nameB.words);
};

const sameWords = (a: string[], b: string[]) => [...a].sort().join(' ') === [...b].sort().join(' ');

function wordsOf(contact: NameFields): { words: string[]; generation: string } {
  const words = normalizeText(personNameOf(contact)).split(' ').filter(Boolean);
  const generation = words.find((word) => GENERATIONS.includes(word)) ?? '';
  const rest = words.filter((word) => word !== generation && !TITLES.includes(word));
  return { words: rest, generation: generation.replace('junior', 'jr').replace('senior', 'sr') };
}
