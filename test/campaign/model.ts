// One client's memory of its acknowledged writes, enough to choose the next ones.

export interface Person {
  id: string;
  word: string;
  /** Links that disappear with the contact. */
  links: string[];
  /** Former links. Each is created only once. */
  past?: string[];
  /** Created to be merged, and otherwise unused. */
  pair?: boolean;
}

export interface Item {
  id: string;
  word: string;
  linked?: boolean;
}

export interface Pair {
  survivor: Person;
  away: Person;
  merged: boolean;
}

export interface Model {
  people: Person[];
  /** Of the same user's other clients: may be read and changed, never removed. */
  others: Person[];
  note: Item[];
  tag: Item[];
  group: Item[];
  reminder: Item[];
  pairs: Pair[];
  /** Links that can be removed. */
  tagged: { tag: Item; person: Person; link: string }[];
  grouped: { group: Item; person: Person; link: string }[];
  favorites: { id: string; person: Person; link: string }[];
}

export const emptyModel = (): Model => ({
  people: [],
  others: [],
  note: [],
  tag: [],
  group: [],
  reminder: [],
  pairs: [],
  tagged: [],
  grouped: [],
  favorites: [],
});

/** Enough to choose from. The service keeps all, and the final read covers them. */
const REMEMBERED = 150;

/**
 * A random element, half of the time among the last few, because concurrent changes to the same record are the
 * risk.
 */
export function pick<T>(random: () => number, list: T[]): T | undefined {
  const among = random() < 0.5 ? list.slice(-6) : list;
  return among[Math.floor(random() * among.length)];
}

export function remember<T>(list: T[], ...items: T[]): void {
  list.push(...items);
  if (list.length > REMEMBERED) list.splice(0, list.length - REMEMBERED);
}

/** The link is being removed, so it is no longer deleted with the contact. */
export function unlink({ person, link }: { person: Person; link: string }): void {
  forget(person.links, link);
  person.past = [...(person.past ?? []), link];
}

export const wasLinked = ({ links, past = [] }: Person, link: string): boolean =>
  links.includes(link) || past.includes(link);

export function forget<T>(list: T[], item: T): void {
  const index = list.indexOf(item);
  if (index >= 0) list.splice(index, 1);
}
