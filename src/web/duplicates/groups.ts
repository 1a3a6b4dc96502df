import { packed, unpacked } from '../people/selection.ts';

// Groups of contacts to merge, as form fields and URL parameters.

/** Larger than any suggestion. */
export const MAX_CONTACTS = 20;
/** Larger than a page, and than all certain duplicates that one button merges. */
export const MAX_GROUPS = 1_000;

/** The ids of one group, or of the contacts that were merged. */
export { packed, unpacked };

export const groupsText = (groups: readonly (readonly string[])[]): string => groups.map(packed).join('.');

export const groupsIn = (text: string | null): string[][] =>
  (text ?? '')
    .split('.')
    .slice(0, MAX_GROUPS)
    .map((group) => [...new Set(unpacked(group))])
    .filter(({ length }) => length >= 2 && length <= MAX_CONTACTS);

/** Joins groups that share a contact, because the user selected both. */
export function joined(groups: readonly string[][]): string[][] {
  let found: string[][] = [];
  for (const group of groups) {
    const touching = found.filter((one) => one.some((id) => group.includes(id)));
    const all = [...new Set([...touching.flat(), ...group])];
    // A group that would become too large stays apart, and the merge reports it.
    found = all.length > MAX_CONTACTS ? [...found, group] : [...found.filter((one) => !touching.includes(one)), all];
  }
  return found;
}

/** Groups without a contact of an earlier group. */
export function disjoint(groups: readonly string[][], earlier: readonly string[][] = []): string[][] {
  const used = new Set(earlier.flat());
  return groups.filter((group) => {
    if (group.some((id) => used.has(id))) return false;
    for (const id of group) used.add(id);
    return true;
  });
}
