import type { Client } from '../../client/client.ts';
import { namesOf } from './contact-names.ts';

type Fields = Record<string, unknown>;

/** Where contacts stand in an answer, as a list or each alone. */
const PLACES = ['contacts', 'contact'];

/**
 * An answer in which everybody who is listed has a name to be told by: who has none goes by e-mail, number or company. A
 * contact that is answered by itself stays as it is, so that it can be seen to have no name.
 */
export async function withShownNames<T extends object>(client: Client, answer: T): Promise<T> {
  const { contact: _, ...lists } = answer as Fields;
  const nameless = namelessIn(lists);
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

function namelessIn(value: unknown): Fields[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(namelessIn);
  return Object.entries(value).flatMap(([name, inner]) => {
    const own = PLACES.includes(name) ? [inner].flat().filter(isNameless) : [];
    return [...own, ...namelessIn(inner)];
  });
}

const isNameless = (value: unknown): value is Fields =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  !('full_name' in value && value.full_name);
