import type { Client } from '../../client/client.ts';
import { append } from '../../shared/lists.ts';
import { shownContactNames } from './contact-names.ts';

type Fields = Record<string, unknown>;

/** Fields of a response that contain contacts. */
const PLACES = ['contacts', 'contact', 'recent_people'];

/**
 * Gives nameless contacts in lists a display name: their email, number or company. A single contact is unchanged, so that
 * the missing name is visible.
 */
export async function withShownNames<T extends object>(client: Client, answer: T): Promise<T> {
  const nameless: Fields[] = [];
  for (const [name, value] of Object.entries(answer)) if (name !== 'contact') addNameless(name, value, nameless);
  if (nameless.length === 0) return answer;
  const names = await shownContactNames(
    client,
    nameless.map(({ id }) => String(id)),
  );
  for (const row of nameless) {
    const shown = names.get(String(row.id));
    if (shown !== undefined) row.full_name = shown;
  }
  return answer;
}

/** Collects the nameless contacts in a field, at any depth. */
function addNameless(name: string, value: unknown, found: Fields[]): void {
  if (typeof value !== 'object' || value === null) return;
  if (PLACES.includes(name)) append(found, [value].flat().filter(isNameless));
  addNamelessIn(value, found);
}

function addNamelessIn(value: object, found: Fields[]): void {
  if (!Array.isArray(value)) for (const [name, inner] of Object.entries(value)) addNameless(name, inner, found);
  else for (const one of value) if (typeof one === 'object' && one !== null) addNamelessIn(one, found);
}

const isNameless = (value: unknown): value is Fields =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  !('full_name' in value && value.full_name);
