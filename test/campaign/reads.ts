import type { Client } from '../../src/client/client.ts';
import type { Json } from '../support/people.ts';
import { drawFrom } from '../support/random.ts';
import { contactName } from './action.ts';
import { type Model, type Person, pick, remember } from './model.ts';

// Reads, expressed in a history's marks.

const INCLUDE = { contact_emails: true, tags_contacts: true };

/** Marks of a contact and its associations, from its response. */
export function contactMarks(contact: Json, tagWords: (id: string) => string | undefined): string[] {
  const { full_name, company, contact_emails = [], tags_contacts = [] } = contact;
  const name = contactName(full_name);
  const tags = tags_contacts
    .map(({ tag_id }: Json) => tagWords(tag_id))
    .filter((word: string | undefined) => word !== undefined);
  return [
    `+${name}`,
    `${name}.company=${company}`,
    ...contact_emails.map(({ email }: Json) => `+email:${email}`),
    ...tags.map((word: string) => `+tagged:${word}/${full_name}`),
  ];
}

/** Marks of a note, tag, group, or reminder, from its response. */
export function itemMarks(kind: string, field: string, item: Json): string[] {
  const [word, value] = String(item[field]).split(' ');
  return [`+${kind}:${word}`, `${kind}:${word}.text=${value}`];
}

export interface Reading {
  client: Client;
  model: Model;
  random: () => number;
  /** Other users' records known to this process. */
  foreign(): string | undefined;
}

type Read = (reading: Reading) => Promise<string[] | undefined>;

/** Marks of what was found, or of its absence. */
async function found(name: string, read: () => Promise<string[]>): Promise<string[]> {
  try {
    return await read();
  } catch (error) {
    if ((error as { code?: string }).code !== 'NotFound') throw error;
    return [`-${name}`];
  }
}

const readContact: Read = async ({ client, model, random }) => {
  const own = random() < 0.6;
  const pairs = model.pairs.flatMap(({ survivor, away }) => [survivor, away]);
  const person = pick(random, own ? [...model.people, ...pairs] : model.others);
  if (!person) return undefined;
  const expected = person.links.filter((link) => link.startsWith('email:'));
  return found(contactName(person.word), async () => {
    const { data } = await client.call('get_contact', { contactId: person.id, include: INCLUDE });
    const marks = contactMarks(data.contact, (id) => model.tag.find((tag) => tag.id === id)?.word);
    return [...marks, ...expected.filter((link) => !marks.includes(`+${link}`)).map((link) => `-${link}`)];
  });
};

const readNote: Read = async ({ client, model, random }) => {
  const note = pick(random, model.note);
  if (!note) return undefined;
  return found(`note:${note.word}`, async () => {
    const { data } = await client.call('get_note', { noteId: note.id });
    return itemMarks('note', 'note', data.note);
  });
};

const readReminder: Read = async ({ client, model, random }) => {
  const reminder = pick(random, model.reminder);
  if (!reminder) return undefined;
  return found(`reminder:${reminder.word}`, async () => {
    const { data } = await client.call('get_reminder', { reminderId: reminder.id });
    return itemMarks('reminder', 'text', data.reminder);
  });
};

/** Whole lists: known records that are missing did not exist. */
const readList =
  (list: 'list_tags' | 'list_groups', kind: 'tag' | 'group'): Read =>
  async ({ client, model }) => {
    const known = model[kind].map(({ word }) => `${kind}:${word}`);
    const { data }: Json = await client.call(list, { take: 200 });
    const marks: string[] = data[`${kind}s`].flatMap((item: Json) => itemMarks(kind, 'name', item));
    if (data.pagination.nextCursor) return marks;
    return [...marks, ...known.filter((name) => !marks.includes(`+${name}`)).map((name) => `-${name}`)];
  };

/** The newest contacts of all the user's clients. */
const readNewest: Read = async ({ client, model }) => {
  const { data } = await client.call('list_contacts', { take: 10 });
  const mine = new Set(model.people.map(({ id }) => id));
  const others = data.contacts.filter(({ id }) => !mine.has(id!)).filter(({ company }) => company !== null);
  remember(model.others, ...others.map(({ id, full_name }): Person => ({ id: id!, word: full_name!, links: [] })));
  return data.contacts.flatMap((contact) => contactMarks(contact, () => undefined));
};

/** By a word that only one contact has, to check that the search index is up to date. */
const search: Read = async ({ client, model, random }) => {
  const person = pick(random, model.people);
  if (!person) return undefined;
  const { data } = await client.call('list_contacts', { searchQuery: person.word, take: 10 });
  const marks = data.contacts.flatMap((contact) => contactMarks(contact, () => undefined));
  const name = contactName(person.word);
  return marks.includes(`+${name}`) ? marks : [...marks, `-${name}`];
};

/** By another user's id. Anything returned is recorded as read. */
const probe: Read = async ({ client, foreign }) => {
  const id = foreign();
  if (id === undefined) return undefined;
  const marks = await found('', async () => {
    const { data } = await client.call('get_contact', { contactId: id });
    return contactMarks(data.contact, () => undefined);
  });
  return marks[0] === '-' ? [] : marks;
};

const READ_MIX: [number, Read][] = [
  [8, readContact],
  [3, readNote],
  [2, readReminder],
  [0.5, readList('list_tags', 'tag')],
  [0.5, readList('list_groups', 'group')],
  [3, readNewest],
  [2, search],
  [1, probe],
];

export const drawRead = (random: () => number): Read => drawFrom(random, READ_MIX);
