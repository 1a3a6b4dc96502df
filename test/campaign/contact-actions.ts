import type { Json } from '../support/people.ts';
import { type Action, contactName, type Maker, type Making } from './action.ts';
import { forget, type Person, pick, remember } from './model.ts';

export function newPeople({ model, word }: Making, count: number, pair = false): Action {
  const words = Array.from({ length: count }, (_, index) => word(index));
  const contacts = words.map((full_name) => ({ full_name }));
  return {
    name: 'bulk_create_contacts',
    args: { contacts },
    marks: words.map((each) => `+${contactName(each)}`),
    weight: count,
    ids: (data) => data.contacts.map(({ id }: Json) => id),
    after(data) {
      const people = words.map((each, index): Person => ({ id: data.contacts[index].id, word: each, links: [], pair }));
      if (pair) remember(model.pairs, { survivor: people[0]!, away: people[1]!, merged: false });
      else remember(model.people, ...people.slice(-20));
    },
  };
}

export const createContact: Maker = ({ model, word }) => {
  const name = word();
  return {
    name: 'create_contact',
    args: { full_name: name, company: `${name}v` },
    marks: [`+${contactName(name)}`, `${contactName(name)}.company=${name}v`],
    weight: 1,
    ids: ({ contact }) => [contact.id],
    after: ({ contact }) => remember(model.people, { id: contact.id, word: name, links: [] }),
  };
};

export const updateContact: Maker = ({ model, random, word }) => {
  const person = pick(random, random() < 0.5 ? model.people : model.others);
  if (!person) return undefined;
  return {
    name: 'update_contact',
    args: { contactId: person.id, company: word() },
    marks: [`${contactName(person.word)}.company=${word()}`],
    weight: 1,
    subject: contactName(person.word),
  };
};

export const updateSeveral: Maker = ({ model, random, word }) => {
  const people = [...new Set([1, 2, 3, 4, 5].map(() => pick(random, model.people)))].filter((one) => one !== undefined);
  if (people.length === 0) return undefined;
  return {
    name: 'bulk_update_contacts',
    args: { updates: people.map(({ id }, index) => ({ contactId: id, data: { company: word(index) } })) },
    marks: people.map((person, index) => `${contactName(person.word)}.company=${word(index)}`),
    weight: people.length,
  };
};

export const addEmail: Maker = ({ model, random, word }) => {
  const person = pick(random, model.people);
  if (!person) return undefined;
  const email = `${word()}@example.com`;
  return {
    name: 'add_contact_email',
    args: { contactId: person.id, email },
    marks: [`+email:${email}`],
    weight: 1,
    subject: contactName(person.word),
    before: () => person.links.push(`email:${email}`),
  };
};

export const deleteContact: Maker = ({ model, random }) => {
  const person = pick(random, model.people);
  if (!person) return undefined;
  return {
    name: 'delete_contact',
    args: { contactId: person.id },
    marks: [contactName(person.word), ...person.links].map((name) => `-${name}`),
    weight: 1,
    subject: contactName(person.word),
    before() {
      forget(model.people, person);
      for (const list of [model.tagged, model.grouped, model.favorites] as { person: Person }[][]) {
        for (const link of list.filter((one) => one.person === person)) forget(list, link);
      }
    },
  };
};

/** Several groups in one call take several transactions. */
export const merge: Maker = ({ model, random }) => {
  const pairs = model.pairs.filter(({ merged }) => !merged).slice(0, 1 + Math.floor(3 * random()));
  if (pairs.length === 0) return undefined;
  const groups = pairs.map(({ survivor, away }) => ({
    contactIds: [survivor.id, away.id],
    primaryContactId: survivor.id,
  }));
  return {
    name: 'merge_contacts',
    args: { contactIds: groups },
    marks: pairs.map(({ away }) => `-${contactName(away.word)}`),
    weight: pairs.length,
    before() {
      for (const pair of pairs) forget(model.pairs, pair);
    },
    after: () => remember(model.pairs, ...pairs.map((pair) => ({ ...pair, merged: true }))),
  };
};

export const undoMerge: Maker = ({ model, random }) => {
  const pair = pick(
    random,
    model.pairs.filter(({ merged }) => merged),
  );
  if (!pair) return undefined;
  return {
    name: 'undo_contact_merge',
    args: { contactId: pair.survivor.id },
    marks: [`+${contactName(pair.away.word)}`],
    weight: 1,
    before: () => forget(model.pairs, pair),
    after: () => remember(model.pairs, { ...pair, merged: false }),
  };
};
