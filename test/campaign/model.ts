// What one client remembers of what it was told is done: enough to choose what to do next.

export interface Person {
  id: string;
  word: string;
  /** Links that go when the contact goes. */
  links: string[];
  /** Links that it had: each is made once. */
  past?: string[];
  /** Made to be merged: nothing else is done to it. */
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
  /** Of other clients of the same user: to be read and changed, never removed. */
  others: Person[];
  note: Item[];
  tag: Item[];
  group: Item[];
  reminder: Item[];
  pairs: Pair[];
  /** Links that can be taken away again. */
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

/** Enough to choose from; what is left out stays in the service, and is looked at again at the end. */
const REMEMBERED = 150;

/** One of a list, half of the time of its last few: what several do to the same at once is what can go wrong. */
export function pick<T>(random: () => number, list: T[]): T | undefined {
  const among = random() < 0.5 ? list.slice(-6) : list;
  return among[Math.floor(random() * among.length)];
}

export function remember<T>(list: T[], ...items: T[]): void {
  list.push(...items);
  if (list.length > REMEMBERED) list.splice(0, list.length - REMEMBERED);
}

/** The link is being taken away: it is not there to go with the contact any more. */
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
