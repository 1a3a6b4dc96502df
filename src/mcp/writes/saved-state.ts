import type { ToolDefinition } from '../../../tools/definition.ts';
import { type Contact, type Read, readContacts } from '../../../tools/undo/undo.ts';
import { withContactSummaries } from '../replies/contact-summaries.ts';
import { trimReply } from '../replies/trim-reply.ts';

// The written records, for responses that have only counts or ids.

type Fields = Record<string, unknown>;

/** Maximum number of records whose state a reply shows. */
const MAX_SHOWN = 5;

/** The written parts of the touched contacts, as get_contact returns them. Absent if the response has the record. */
export async function savedState(
  { definition, args }: { definition: ToolDefinition; args: Fields },
  reply: Fields,
  ids: string[],
  read: Read,
): Promise<Fields | undefined> {
  const { shows } = definition;
  if (shows === 'favorites') return savedFavorites(reply.ids as string[], read);
  if (!shows || ids.length === 0 || ids.length > MAX_SHOWN) return undefined;
  const parts = typeof shows === 'function' ? shows(args as never) : shows;
  const found = await readContacts(read, ids, parts);
  const contacts = ids.flatMap((id) => found?.get(id) ?? []);
  if (contacts.length === 0) return undefined;
  // Empty lists are kept, so that "none" is visible.
  const { contacts: trimmed } = await trimReply({ contacts });
  return {
    contacts: (trimmed as Fields[]).map((row, index) => ({ ...row, ...emptyLists(contacts[index]!) })),
  };
}

async function savedFavorites(ids: string[], read: Read): Promise<Fields | undefined> {
  const moved = (await read('list_favorites', {})).favorites.filter(({ id }) => ids.includes(id));
  if (moved.length === 0 || moved.length > MAX_SHOWN) return undefined;
  return withContactSummaries(await trimReply({ favorites: moved }), {});
}

const emptyLists = (contact: Contact): Fields =>
  Object.fromEntries(Object.entries(contact).filter(([, value]) => Array.isArray(value) && value.length === 0));
