import type { Client } from '../../client/client.ts';
import { append } from '../../shared/lists.ts';
import { namesOf } from './contact-names.ts';

type Fields = Record<string, unknown>;

/** Where contacts stand in an answer, as a list or each alone. */
const PLACES = ['contacts', 'contact'];

/**
 * An answer in which everybody who is listed has a name to be told by: who has none goes by e-mail, number or company. A
 * contact that is answered by itself stays as it is, so that it can be seen to have no name.
 */
export async function withShownNames<T extends object>(client: Client, answer: T): Promise<T> {
  const nameless: Fields[] = [];
  for (const [name, value] of Object.entries(answer)) if (name !== 'contact') addNameless(name, value, nameless);
  if (nameless.length === 0) return answer;
  const names = await namesOf(
    client,
    nameless.map(({ id }) => String(id)),
  );
  for (const row of nameless) {
    const shown = names.get(String(row.id));
    if (shown !== undefined) row.full_name = shown;
  }
  return answer;
}

/** Adds the nameless of a field, and of all that is in it. */
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
