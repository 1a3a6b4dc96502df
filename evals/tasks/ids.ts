import type { Call } from '../task.ts';

/** Id of the contact with this name. Deletions, merges, and removals take no names. */
export const findId = async (call: Call, name: string): Promise<string> =>
  (await call('get_contact', { contactId: name })).contact.id;

export const findIds = (call: Call, ...names: string[]): Promise<string[]> =>
  Promise.all(names.map((name) => findId(call, name)));

export const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);
