import type { Action, Maker } from './action.ts';
import { forget, type Item, type Person, pick, remember, unlink, wasLinked } from './model.ts';

/** Adds a contact to a tag or a group. */
function link(
  item: Item,
  person: Person,
  name: string,
  call: Pick<Action, 'name' | 'args'>,
  after: () => void,
): Action | undefined {
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

export const tagContact: Maker = ({ model, random }) => {
  const [tag, person] = [pick(random, model.tag), pick(random, model.people)];
  if (!tag || !person) return undefined;
  const name = `tagged:${tag.word}/${person.word}`;
  const args = { contactIds: [person.id], tagIds: [tag.id] };
  return link(tag, person, name, { name: 'tag_contacts', args }, () =>
    remember(model.tagged, { tag, person, link: name }),
  );
};

export const untagContact: Maker = ({ model, random }) => {
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

export const joinGroup: Maker = ({ model, random }) => {
  const [group, person] = [pick(random, model.group), pick(random, model.people)];
  if (!group || !person) return undefined;
  const name = `grouped:${group.word}/${person.word}`;
  const args = { groupId: group.id, contactIds: [person.id] };
  return link(group, person, name, { name: 'add_contacts_to_group', args }, () =>
    remember(model.grouped, { group, person, link: name }),
  );
};

export const leaveGroup: Maker = ({ model, random }) => {
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

export const makeFavorite: Maker = ({ model, random }) => {
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

export const removeFavorite: Maker = ({ model, random }) => {
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
