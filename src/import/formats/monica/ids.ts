import { hashedUuid, uidToId } from '../../matching/record-ids.ts';

/** Id of a Monica contact: its UUID, which Monica's vCards also use as UID. */
export const contactId = (key: string): string => uidToId(key.startsWith('#') ? `monica ${key}` : key);

/**
 * Assigns ids to records that have a UUID in only some of Monica's exports. An id is derived from the owner and the
 * creation time, which all exports share, so that an API import recognizes records imported from SQL. Records of the
 * same second are distinguished by their position when sorted by content, independent of the source's order.
 */
export function withIds<T extends { kind: string; created: string | undefined; people: string[]; mark?: string }>(
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
