import { createHash } from 'node:crypto';
import { remoteClient } from '../../src/client/remote.ts';
import { all } from '../support/all-pages.ts';
import type { Json } from '../support/people.ts';
import { contactName } from './action.ts';
import type { FinalState } from './history.ts';
import { KINDS } from './item-actions.ts';
import { contactMarks, itemMarks } from './reads.ts';

/** All of a user's data, read through the service by a client without faults. */
export async function readFinalState(baseUrl: string, apiKey: string): Promise<FinalState> {
  const client = remoteClient({ baseUrl, apiKey, timeoutMs: 60_000 });
  const state: FinalState = { marks: [], ids: new Map() };
  const add = (name: string, id: string, marks: string[]) => {
    state.marks.push(...marks);
    state.ids.set(name, [...(state.ids.get(name) ?? []), id]);
  };
  try {
    const groups: Json[] = [];
    const tagWords = new Map<string, string>();
    for (const { kind, field } of KINDS) {
      const list = kind === 'tag' || kind === 'group' ? 'name' : field;
      for (const item of await all(client, `list_${kind}s`, `${kind}s`, { take: 200 })) {
        const marks = itemMarks(kind, list, item);
        add(marks[0]!.slice(1), item.id, marks);
        if (kind === 'tag') tagWords.set(item.id, String(item.name).split(' ')[0]!);
        if (kind === 'group') groups.push(item);
      }
    }
    const include = { contact_emails: true, tags_contacts: true };
    const words = new Map<string, string>();
    for (const contact of await all(client, 'list_contacts', 'contacts', { include, take: 500 })) {
      words.set(contact.id, contact.full_name);
      add(
        contactName(contact.full_name),
        contact.id,
        contactMarks(contact, (id) => tagWords.get(id)),
      );
    }
    for (const group of groups) {
      const word = String(group.name).split(' ')[0];
      const members = await all(client, 'list_group_contacts', 'contacts', { groupId: group.id, take: 200 });
      for (const { full_name } of members) state.marks.push(`+grouped:${word}/${full_name}`);
    }
    const { data } = await client.call('list_favorites', {});
    for (const { id, contact_id } of data.favorites) {
      const name = `favorite:${words.get(contact_id!)}`;
      add(name, id, [`+${name}`]);
    }
    return state;
  } finally {
    await client.close();
  }
}

/** Equal states have equal digests, because data without writers must not change. */
export function digestOf({ marks, ids }: FinalState): string {
  const hash = createHash('sha256');
  for (const mark of [...marks].sort()) hash.update(`${mark}\n`);
  for (const [name, each] of [...ids].sort(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(`${name} ${[...each].sort()}\n`);
  return hash.digest('hex');
}
