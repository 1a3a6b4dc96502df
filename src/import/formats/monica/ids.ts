import { hashedUuid, uidToId } from '../../matching/record-ids.ts';

/** The id of a contact of Monica's: its UUID there, which its vCards have as UID too. */
export const contactId = (key: string): string => uidToId(key.startsWith('#') ? `monica ${key}` : key);

/**
 * Ids for records that have a UUID in some of Monica's exports and not in others. An id follows from the owner and the
 * time of writing, which are the same in all exports, so that the API finds what came in by SQL. Records of one second
 * are told apart by their place when sorted by content, so that the order of the source does not matter.
 */
export function identified<T extends { kind: string; created: string | undefined; people: string[]; mark?: string }>(
  all: T[],
  contentOf: (one: T) => string,
): (T & { id: string })[] {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const owner = [...one.people].sort()[0] ?? '';
    const name = `monica ${one.kind} ${owner} ${one.mark ?? one.created ?? contentOf(one)}`;
    const group = groups.get(name);
    if (group) group.push(one);
    else groups.set(name, [one]);
  }
  return [...groups].flatMap(([name, group]) => {
    const sorted = group.map((one) => ({ one, content: contentOf(one) }));
    sorted.sort((a, b) => (a.content < b.content ? -1 : a.content > b.content ? 1 : 0));
    return sorted.map(({ one }, place) => ({ ...one, id: hashedUuid(place ? `${name} ${place}` : name) }));
  });
}
