import { randomFrom } from '../../test/support/random.ts';
import { LOOK_ALIKES, VARIATIONS } from './corrupt.ts';
import { type Card, makePerson, part, pick, someOf } from './people.ts';

/** A generated address book with the truth: the person behind each card. */
export interface Book {
  cards: Card[];
  /** By card. Of look-alikes each is a person of its own. */
  person: string[];
  /** By card: the kind of variation or look-alike it was made as. */
  kind: string[];
}

export interface Mixture {
  /** Parts of all cards. */
  single: number;
  varied: number;
  alike: number;
}

const USUAL: Mixture = { single: 0.5, varied: 0.35, alike: 0.15 };

/** About `size` cards, all of it from the seed. */
export function makeBook(seed: number, size: number, mixture = USUAL): Book {
  const random = randomFrom(seed);
  const book: Book = { cards: [], person: [], kind: [] };
  const add = (card: Card, person: string, kind: string) => {
    book.cards.push(card);
    book.person.push(person);
    book.kind.push(kind);
  };
  for (let made = 0; book.cards.length < size; made++) {
    const chance = random();
    if (chance < mixture.single) {
      const person = makePerson(random);
      add({ ...part.name(person, random), ...someOf(person, random) }, `${made}`, 'single');
    } else if (chance < mixture.single + mixture.varied) {
      const kind = pick(random, Object.keys(VARIATIONS));
      for (const card of VARIATIONS[kind]!(makePerson(random), random)) add(card, `${made}`, kind);
    } else {
      const kind = pick(random, Object.keys(LOOK_ALIKES));
      for (const [index, card] of LOOK_ALIKES[kind]!(random).entries()) add(card, `${made} ${index}`, kind);
    }
  }
  return book;
}

interface Told {
  contactIds: string[];
  confidence: string;
}

export interface Quality {
  pairs: number;
  precision: number;
  recall: number;
  f1: number;
}

/** Pairs inside what was told, against those of one person. */
export function qualityOf(told: Told[], personOf: Map<string, string>, bands: readonly string[]): Quality {
  const found = new Set<string>();
  for (const { contactIds, confidence } of told) {
    if (!bands.includes(confidence)) continue;
    for (const a of contactIds) for (const b of contactIds) if (a < b) found.add(`${a} ${b}`);
  }
  const right = [...found].filter((pair) => {
    const [a, b] = pair.split(' ') as [string, string];
    return personOf.get(a) === personOf.get(b);
  }).length;
  const cards = new Map<string, number>();
  for (const person of personOf.values()) cards.set(person, (cards.get(person) ?? 0) + 1);
  const truth = [...cards.values()].reduce((sum, count) => sum + (count * (count - 1)) / 2, 0);
  const [precision, recall] = [found.size ? right / found.size : 1, right / truth];
  return { pairs: found.size, precision, recall, f1: (2 * precision * recall) / (precision + recall) };
}
