import { randomFrom } from '../../support/random.ts';
import { LOOK_ALIKES, VARIATIONS } from './corrupt.ts';
import { type Card, makePerson, part, pick, someOf } from './people.ts';

/** An address book with its ground truth: the person behind each card. */
export interface LabeledDataset {
  name: string;
  cards: Card[];
  /** By card. Lookalikes are different people. */
  person: string[];
}

/** A generated address book. */
export interface GeneratedDataset extends LabeledDataset {
  /** By card: the kind of variation or lookalike that it was generated as. */
  kind: string[];
}

export interface Mixture {
  /** Parts of all cards. */
  single: number;
  varied: number;
  alike: number;
}

const USUAL: Mixture = { single: 0.5, varied: 0.35, alike: 0.15 };

/** Generates about `size` cards from the seed. */
export function makeDataset(seed: number, size: number, mixture = USUAL): GeneratedDataset {
  const random = randomFrom(seed);
  const dataset: GeneratedDataset = { name: `seed ${seed}`, cards: [], person: [], kind: [] };
  const add = (card: Card, person: string, kind: string) => {
    dataset.cards.push(card);
    dataset.person.push(person);
    dataset.kind.push(kind);
  };
  for (let made = 0; dataset.cards.length < size; made++) {
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
  return dataset;
}
