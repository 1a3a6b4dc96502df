import { toolTexts } from '../../tools/tools.ts';
import type { OperationName } from '../catalogue/operations.ts';
import type { Client } from '../client/client.ts';
import { withoutHidden } from './hidden.ts';

type Fields = Record<string, unknown>;
type Named = { id: string; full_name?: string | null | undefined };

/** Thrown when the host must first put a question to the person. */
export class QuestionPut extends Error {
  constructor(readonly question: string) {
    super('a question is out');
  }
}

const NAMED = 5;

/** What to ask the person before it happens, from what a rehearsal would have done. */
export async function question(client: Client, name: OperationName, args: Fields, data: Fields): Promise<string> {
  const { title } = toolTexts[name];
  if (name === 'merge_contacts') {
    const merged = data.merged as Named[];
    return `${title}: make ${merged.length} contact(s) out of their duplicates (${nameList(merged)})?`;
  }
  if (name === 'delete_group') {
    const { group } = (await client.call('get_group', { groupId: String(args.groupId) })).data;
    return `${title}: delete ${quoted(group.name)} with its favorites and share links? Its ${group._count.groups_contacts} contact(s) stay.`;
  }
  if (name === 'merge_groups') {
    const lost = `${count(data.deletedFavoriteIds)} favorite(s) and ${count(data.deletedShareLinkIds)} share link(s)`;
    return `${title}: make ${count(data.mergedGroupIds) + 1} groups into ${quoted(String(args.finalName))} of ${count(data.contactIds)} contact(s)? ${lost} will be deleted.`;
  }
  if (name === 'delete_custom_field') {
    const { custom_fields } = (await client.call('list_custom_fields', {})).data;
    const field = custom_fields.find(({ id }) => id === args.customFieldId);
    return `${title}: delete ${quoted(field?.name ?? '')} with its values on all contacts? This cannot be taken back.`;
  }
  const ids = data.ids as string[];
  return `${title}: delete ${ids.length} contact(s) (${nameList(await namesOf(client, ids))})? This cannot be taken back.`;
}

/** The contacts behind ids, as few as a person would want named. */
export async function namesOf(client: Client, ids: string[]): Promise<Named[]> {
  const where = {
    or: [
      { in: ids, is_archived: false },
      { in: ids, is_archived: true },
    ],
  };
  const select = { full_name: true };
  return (await client.call('filter_contacts', { where, select, take: 200 })).data.contacts;
}

const count = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

const quoted = (name: string): string => `"${withoutHidden(name).replace(/\s+/g, ' ').slice(0, 80)}"`;

function nameList(contacts: Named[]): string {
  const names = contacts.slice(0, NAMED).map(({ full_name }) => quoted(full_name ?? 'no name'));
  const more = contacts.length - names.length;
  return names.join(', ') + (more > 0 ? ` and ${more} more` : '');
}
