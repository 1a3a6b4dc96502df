import { describe, expect, test } from 'vitest';
import { commonnessIn } from '../../src/service/matching/commonness.ts';
import { compare, mayBeCertain } from '../../src/service/matching/compare.ts';
import { sharedKeys } from '../../src/service/matching/shared-keys.ts';
import type { Confidence } from '../../src/service/matching/weights.ts';
import { makeDataset } from '../data/duplicates/dataset.ts';
import type { Card } from '../data/duplicates/people.ts';
import { profilesOf } from '../support/profiles.ts';

// How a person would judge two cards. A labeled set or a synthetic address book once got each of these cases wrong.

const home = { legacy_contact_addresses: [{ street: '31 Marsh Place', city: 'Orelia', postal_code: '4021' }] };
const phone = (phone_number: string): Card => ({ contact_phone_numbers: [{ phone_number }] });
const email = (address: string): Card => ({ contact_emails: [{ email: address }] });

function bandOf(one: Card, other: Card, ...others: Card[]): Confidence | undefined {
  const profiles = profilesOf([one, other, ...others]);
  const around = { commonness: commonnessIn(profiles), isShared: sharedKeys(profiles), errors: new Set<number>() };
  return compare(profiles[0]!, profiles[1]!, around)?.confidence;
}

type Case = [what: string, one: Card, other: Card, expected: Confidence | undefined, besides?: Card];

const CASES: Record<string, Case[]> = {
  'garbled names': [
    [
      'of one address: two slips in each',
      { first_name: 'Dylsn', last_name: 'Wilsfn', ...home },
      { first_name: 'Dylypn', last_name: 'Wilson', ...home },
      'likely',
    ],
    [
      'beside a birthday and a phone of their own',
      { first_name: 'Any', last_name: 'Macdonald', birthday: '1964-04-11', ...phone('+61374638399') },
      { first_name: 'Amy', last_name: 'Macdonald', birthday: '1964-04-11', ...phone('+61374638399') },
      'likely',
    ],
  ],
  'names of brothers and sisters': [
    [
      'that differ by gender',
      { first_name: 'Giulio', last_name: 'Rossi', ...home },
      { first_name: 'Giulia', last_name: 'Rossi', ...home },
      'possible',
    ],
    [
      'with the e-mail and the phone of the family',
      { first_name: 'Danilo', last_name: 'Rossi', ...email('casa.rossi@example.com'), ...phone('+390612345678') },
      { first_name: 'Danila', last_name: 'Rossi', ...email('casa.rossi@example.com'), ...phone('+390612345678') },
      'likely',
    ],
  ],
  'cards without a first name': [
    [
      'at the same address are worth a look',
      { last_name: 'Campton', ...home },
      { first_name: 'Jack', last_name: 'Campton', ...home },
      'likely',
    ],
    [
      'of the same town are not',
      { last_name: 'Campton', legacy_contact_addresses: [{ city: 'Orelia' }] },
      { first_name: 'Jack', last_name: 'Campton', legacy_contact_addresses: [{ city: 'Orelia' }] },
      'possible',
    ],
  ],
  'slips of a first name': [
    [
      'with one birthday at one address are one person',
      { first_name: 'Michael', last_name: 'Haas', birthday: '1980-05-17', ...home },
      { first_name: 'Michxel', last_name: 'Haas', birthday: '1980-05-17', ...home },
      'certain',
    ],
    [
      'unless it is a name that a twin has',
      { first_name: 'Jan', last_name: 'Haas', birthday: '1980-05-17', ...home },
      { first_name: 'Jana', last_name: 'Haas', birthday: '1980-05-17', ...home },
      'likely',
    ],
    [
      'may be that of a brother or of a sister',
      { first_name: 'Gabriel', last_name: 'Haas', birthday: '1980-05-17', ...home },
      { first_name: 'Gabrile', last_name: 'Haas', birthday: '1980-05-17', ...home },
      'likely',
      { first_name: 'Gabriele', last_name: 'Haas', ...home },
    ],
  ],
  initials: [
    [
      'beside an e-mail that nobody else has',
      { first_name: 'Jan', last_name: 'Haas', ...email('jan.haas@example.com') },
      { full_name: 'J. Haas', ...email('jan.haas@example.com') },
      'certain',
    ],
    [
      'may be those of somebody else of the household',
      { first_name: 'Jan', last_name: 'Haas', ...email('jan.haas@example.com'), ...home },
      { full_name: 'J. Haas', ...email('jan.haas@example.com') },
      'likely',
      { first_name: 'Jana', last_name: 'Haas', ...home },
    ],
  ],
  households: [
    [
      'share a landline and an address: two first names are two people',
      { first_name: 'Sven', last_name: 'Maier', ...email('sven@example.com'), ...phone('+49301234567'), ...home },
      {
        first_name: 'Svenja',
        last_name: 'Maier',
        contact_phone_numbers: [{ phone_number: '+49301234567' }, { phone_number: '+491701234567' }],
        ...home,
      },
      'likely',
    ],
  ],
  'neighboring postcodes': [
    [
      'are of one place, whatever it is called',
      { full_name: 'Wolfgang Haasenritter', legacy_contact_addresses: [{ city: 'Devon', postal_code: 'TQ13 8HU' }] },
      { full_name: 'Wolfgang Haasenritter', legacy_contact_addresses: [{ city: 'Chagford', postal_code: 'TQ13 8DF' }] },
      'likely',
    ],
  ],
  birthdays: [
    [
      'with one part wrong speak for one rare name',
      { full_name: 'Wolfgang Haasenritter', birthday: '1965-02-09' },
      { full_name: 'Wolfgang Haasenritter', birthday: '1965-02-20' },
      'likely',
    ],
    [
      'do not make one of two last names',
      { full_name: 'Walter Hoffmann', birthday: '1968-01-22' },
      { full_name: 'Walter Jaeger', birthday: '1968-01-22' },
      'possible',
    ],
    [
      'of a new last name at the same firm are worth a look',
      { full_name: 'Walter Hoffmann', birthday: '1968-01-22', company: 'Orbis' },
      { full_name: 'Walter Jaeger', birthday: '1968-01-22', company: 'Orbis' },
      'likely',
    ],
  ],
  'contact keys with a slip': [
    [
      'in the domain of a short address',
      { first_name: 'James', ...email('j.c@white.org'), birthday: '1971-07-20' },
      { first_name: 'James', ...email('j.c@wwhite.org'), birthday: '1971-07-20' },
      'likely',
    ],
    [
      'before the @ of a short address are colleagues',
      { last_name: 'Lee', ...email('j.lee@white.org') },
      { last_name: 'Lee', ...email('k.lee@white.org') },
      undefined,
    ],
    [
      'of two digits swapped in a phone',
      { full_name: 'Hugo Hiscock', ...phone('+61242425040') },
      { full_name: 'Hugo Hiscock', ...phone('+61242452040') },
      'likely',
    ],
  ],
};

describe.each(Object.entries(CASES))('%s', (_, cases) => {
  test.each(cases)('%s', (_what, one, other, expected, ...besides) => {
    expect(bandOf(one, other, ...(besides as Card[]))).toBe(expected);
    expect(bandOf(other, one, ...(besides as Card[]))).toBe(expected);
  });
});

test('rates no pair as almost certain that the check on create skips', () => {
  const seed = Date.now() % 100_000;
  const profiles = profilesOf(makeDataset(seed, 400).cards);
  const around = { commonness: commonnessIn([]), isShared: sharedKeys(profiles), errors: new Set<number>() };
  const pairs = profiles.flatMap((one, at) => profiles.slice(at + 1).map((other) => [one, other] as const));
  const certain = pairs.filter(([one, other]) => compare(one, other, around)?.confidence === 'certain');
  const missed = certain.filter(([one, other]) => !mayBeCertain(one, other, around));
  expect(certain.length).toBeGreaterThan(10);
  expect(missed, `seed ${seed}`).toEqual([]);
});
