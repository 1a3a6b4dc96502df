import type { Maker } from './action.ts';
import { forget, pick, remember } from './model.ts';

/** Notes, tags, groups, and reminders, which are created, changed, and removed in the same way. */
export interface Kind {
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
  {
    kind: 'group',
    field: 'name',
    create: 'create_group',
    update: 'update_group',
    remove: 'delete_group',
    id: 'groupId',
  },
  {
    ...{ kind: 'reminder', field: 'text', create: 'create_reminder', update: 'update_reminder' },
    ...{ remove: 'delete_reminder', id: 'reminderId', body: { due_at_date: '2027-01-01' } },
  },
];

/** A text contains its owner and its write. */
export const textOf = (word: string, value: string) => `${word} ${value}`;

export const createOf =
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

export const updateOf =
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

export const removeOf =
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
