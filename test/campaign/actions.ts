import type { Json } from '../support/people.ts';
import { forget, type Item, type Model, type Person, pick, remember, unlink, wasLinked } from './model.ts';

/** One write, before it is sent. */
export interface Action {
  name: string;
  // biome-ignore lint/suspicious/noExplicitAny: arguments of any operation.
  args: any;
  marks: string[];
  /** How many writes it counts as: rows of a bulk call count each. */
  weight: number;
  /** What a "not found" means. */
  subject?: string;
  /** Before the call, what it is about is set aside: should its outcome stay open, nobody touches that again. */
  before?(): void;
  /** Takes in the answer. */
  after?(data: Json): void;
  /** The ids of what was made. */
  ids?(data: Json): string[];
}

export interface Making {
  model: Model;
  random: () => number;
  /** A word that no other record or value has; several of one action are told apart by their index. */
  word(index?: number): string;
}

type Maker = (making: Making) => Action | undefined;

export const contactName = (word: string) => `contact:${word}`;

function newPeople({ model, word }: Making, count: number, pair = false): Action {
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

const createContact: Maker = ({ model, word }) => {
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

const updateContact: Maker = ({ model, random, word }) => {
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

const updateSeveral: Maker = ({ model, random, word }) => {
  const people = [...new Set([1, 2, 3, 4, 5].map(() => pick(random, model.people)))].filter((one) => one !== undefined);
  if (people.length === 0) return undefined;
  return {
    name: 'bulk_update_contacts',
    args: { updates: people.map(({ id }, index) => ({ contactId: id, data: { company: word(index) } })) },
    marks: people.map((person, index) => `${contactName(person.word)}.company=${word(index)}`),
    weight: people.length,
  };
};

const addEmail: Maker = ({ model, random, word }) => {
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

const deleteContact: Maker = ({ model, random }) => {
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

/** Notes, tags, groups and reminders: made, changed and removed alike. */
interface Kind {
  kind: 'note' | 'tag' | 'group' | 'reminder';
  field: string;
  create: string;
  update: string;
  remove: string;
  id: string;
  body?: object;
}

export const KINDS: Kind[] = [
  { kind: 'note', field: 'note', create: 'create_note', update: 'update_note', remove: 'delete_note', id: 'noteId' },
  { kind: 'tag', field: 'name', create: 'create_tag', update: 'update_tag', remove: 'delete_tag', id: 'tagId' },
  { kind: 'group', field: 'name', create: 'create_group', update: 'update_group', remove: 'delete_group', id: 'groupId' },
  {
    ...{ kind: 'reminder', field: 'text', create: 'create_reminder', update: 'update_reminder' },
    ...{ remove: 'delete_reminder', id: 'reminderId', body: { due_at_date: '2027-01-01' } },
  },
];

/** A text holds whose it is, and which write it comes from. */
export const textOf = (word: string, value: string) => `${word} ${value}`;

const createOf =
  ({ kind, field, create, body }: Kind): Maker =>
  ({ model, word }) => {
    const name = word();
    return {
      name: create,
      args: { ...body, [field]: textOf(name, name) },
      marks: [`+${kind}:${name}`, `${kind}:${name}.text=${name}`],
      weight: 1,
      ids: (data) => [data[kind].id],
      after: (data) => remember(model[kind], { id: data[kind].id, word: name }),
    };
  };

const updateOf =
  ({ kind, field, update, id }: Kind): Maker =>
  ({ model, random, word }) => {
    const item = pick(random, model[kind]);
    if (!item) return undefined;
    return {
      name: update,
      args: { [id]: item.id, [field]: textOf(item.word, word()) },
      marks: [`${kind}:${item.word}.text=${word()}`],
      weight: 1,
      subject: `${kind}:${item.word}`,
    };
  };

const removeOf =
  ({ kind, remove, id }: Kind): Maker =>
  ({ model, random }) => {
    const item = pick(random, model[kind]);
    if (!item || item.linked) return undefined;
    return {
      name: remove,
      args: { [id]: item.id },
      marks: [`-${kind}:${item.word}`],
      weight: 1,
      subject: `${kind}:${item.word}`,
      before: () => forget(model[kind], item),
    };
  };

/** A contact joins a tag or a group. */
function link(item: Item, person: Person, name: string, call: Pick<Action, 'name' | 'args'>, after: () => void): Action | undefined {
  if (wasLinked(person, name)) return undefined;
  return {
    ...call,
    marks: [`+${name}`],
    weight: 1,
    before() {
      item.linked = true;
      person.links.push(name);
    },
    after,
  };
}

const tagContact: Maker = ({ model, random }) => {
  const [tag, person] = [pick(random, model.tag), pick(random, model.people)];
  if (!tag || !person) return undefined;
  const name = `tagged:${tag.word}/${person.word}`;
  const args = { contactIds: [person.id], tagIds: [tag.id] };
  return link(tag, person, name, { name: 'tag_contacts', args }, () => remember(model.tagged, { tag, person, link: name }));
};

const untagContact: Maker = ({ model, random }) => {
  const one = pick(random, model.tagged);
  if (!one) return undefined;
  return {
    name: 'untag_contacts',
    args: { contactIds: [one.person.id], tagIds: [one.tag.id] },
    marks: [`-${one.link}`],
    weight: 1,
    before() {
      forget(model.tagged, one);
      unlink(one);
    },
  };
};

const joinGroup: Maker = ({ model, random }) => {
  const [group, person] = [pick(random, model.group), pick(random, model.people)];
  if (!group || !person) return undefined;
  const name = `grouped:${group.word}/${person.word}`;
  const args = { groupId: group.id, contactIds: [person.id] };
  return link(group, person, name, { name: 'add_contacts_to_group', args }, () =>
    remember(model.grouped, { group, person, link: name }),
  );
};

const leaveGroup: Maker = ({ model, random }) => {
  const one = pick(random, model.grouped);
  if (!one) return undefined;
  return {
    name: 'remove_contacts_from_group',
    args: { groupId: one.group.id, contactIds: [one.person.id] },
    marks: [`-${one.link}`],
    weight: 1,
    before() {
      forget(model.grouped, one);
      unlink(one);
    },
  };
};

const makeFavorite: Maker = ({ model, random }) => {
  const person = pick(random, model.people);
  const name = `favorite:${person?.word}`;
  if (!person || wasLinked(person, name)) return undefined;
  return {
    name: 'bulk_create_favorites',
    args: { favorites: [{ contact_id: person.id }] },
    marks: [`+${name}`],
    weight: 1,
    before: () => person.links.push(name),
    ids: ({ favorites }) => [favorites[0].id],
    after: ({ favorites }) => remember(model.favorites, { id: favorites[0].id, person, link: name }),
  };
};

const removeFavorite: Maker = ({ model, random }) => {
  const one = pick(random, model.favorites);
  if (!one) return undefined;
  return {
    name: 'delete_favorite',
    args: { favoriteId: one.id },
    marks: [`-${one.link}`],
    weight: 1,
    before() {
      forget(model.favorites, one);
      unlink(one);
    },
  };
};

/** Several groups in one call are several transactions. */
const merge: Maker = ({ model, random }) => {
  const pairs = model.pairs.filter(({ merged }) => !merged).slice(0, 1 + Math.floor(3 * random()));
  if (pairs.length === 0) return undefined;
  const groups = pairs.map(({ survivor, away }) => ({ contactIds: [survivor.id, away.id], primaryContactId: survivor.id }));
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

const undoMerge: Maker = ({ model, random }) => {
  const pair = pick(random, model.pairs.filter(({ merged }) => merged));
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

const [note, tag, group, reminder] = KINDS as [Kind, Kind, Kind, Kind];

/** How often each is chosen. */
const MIX: [number, Maker][] = [
  [14, createContact],
  [16, updateContact],
  [6, addEmail],
  [5, deleteContact],
  [3, updateSeveral],
  [3, (making) => newPeople(making, 2 + Math.floor(making.random() * 8))],
  [10, createOf(note)],
  [6, updateOf(note)],
  [3, removeOf(note)],
  [3, createOf(tag)],
  [2, updateOf(tag)],
  [1.5, removeOf(tag)],
  [2, createOf(group)],
  [2, updateOf(group)],
  [1, removeOf(group)],
  [4, createOf(reminder)],
  [3, updateOf(reminder)],
  [2, removeOf(reminder)],
  [4, tagContact],
  [2, untagContact],
  [3, joinGroup],
  [1.5, leaveGroup],
  [2, makeFavorite],
  [1, removeFavorite],
  [1.5, (making) => newPeople(making, 2, true)],
  [1.5, merge],
  [1, undoMerge],
];
const ALL = MIX.reduce((sum, [share]) => sum + share, 0);

/** Draws a write that can be made now. Of the calls, this share are bulk creates of 100 rows or more. */
export function drawAction(making: Making, bulkShare: number): Action {
  const { random } = making;
  if (random() < bulkShare) return newPeople(making, random() < 0.8 ? 100 : 250);
  for (;;) {
    let drawn = random() * ALL;
    const maker = MIX.find(([share]) => (drawn -= share) < 0)![1];
    const action = maker(making);
    if (action) return action;
  }
}
