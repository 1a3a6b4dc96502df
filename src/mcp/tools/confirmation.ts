import { toolTexts } from '../../../tools/tools.ts';
import type { Client } from '../../client/client.ts';
import type { OperationName } from '../../contract/operations.ts';
import { namesOf } from '../replies/contact-names.ts';
import { withoutHidden } from '../sanitize.ts';

type Fields = Record<string, unknown>;
type Named = { id: string; full_name?: string | null | undefined };

/** Thrown when the host must first put a question to the person. */
export class QuestionPut extends Error {
  constructor(readonly question: string) {
    super('a question is out');
  }
}

const NAMED = 5;

/** What to ask the person before it happens, from what a rehearsal would have done; undefined where that is nothing. */
export async function question(
  client: Client,
  name: OperationName,
  args: Fields,
  data: Fields,
): Promise<string | undefined> {
  const { title } = toolTexts[name];
  if (name === 'merge_contacts') {
    return count(data.merged) > 0 ? `${title}: ${await merges(client, args, data)}? ${BACK}` : undefined;
  }
  if (name === 'delete_group') {
    const { group } = (await client.call('get_group', { groupId: String(args.groupId) })).data;
    return `${title}: delete ${quoted(group.name)} with its favorites and share links? Its ${group._count.groups_contacts} contact(s) stay. ${BIN}`;
  }
  if (name === 'merge_groups') {
    const lost = `${count(data.deletedFavoriteIds)} favorite(s) and ${count(data.deletedShareLinkIds)} share link(s)`;
    return `${title}: make ${count(data.mergedGroupIds) + 1} groups into ${quoted(String(args.finalName))} of ${count(data.contactIds)} contact(s)? ${lost} will be deleted.`;
  }
  if (name === 'delete_custom_field') {
    const { custom_fields } = (await client.call('list_custom_fields', {})).data;
    const field = custom_fields.find(({ id }) => id === args.customFieldId);
    return `${title}: delete ${quoted(field?.name ?? '')} with its values on all contacts? ${BIN}`;
  }
  const ids = data.ids as string[];
  if (ids.length === 0) return undefined;
  const names = await namesOf(client, ids.slice(0, NAMED));
  return `${title}: delete ${ids.length} contact(s) (${nameList(ids, names)})? ${BIN}`;
}

const BIN = 'For 30 days kith bin can bring it back.';
const BACK = 'It can be taken back for 30 days.';

/** Who becomes one with whom, and as whom. Groups that fail in the rehearsal are not asked about. */
async function merges(client: Client, args: Fields, data: Fields): Promise<string> {
  const groups = (args.contactIds as (string[] | { contactIds: string[] })[]).map((group) =>
    Array.isArray(group) ? group : group.contactIds,
  );
  const survivors = data.merged as Named[];
  const merged = survivors.flatMap(({ id }) => groups.find((group) => group.includes(id)) ?? []);
  const told = survivors.slice(0, NAMED);
  const names = await namesOf(client, merged);
  const lines = told.map(({ id, full_name }) => {
    const group = [...new Set(groups.find((one) => one.includes(id)) ?? [id])];
    return `${nameList(group, names)} become one, ${quoted(full_name ?? 'no name')}`;
  });
  const more = survivors.length - told.length;
  return lines.join('; ') + (more > 0 ? `; and ${more} more merge(s)` : '');
}

const count = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

/** Cut, and cleaned again of the half of a character that the cut may leave. */
const quoted = (name: string): string => `"${withoutHidden(withoutHidden(name).replace(/\s+/g, ' ').slice(0, 80))}"`;

function nameList(ids: readonly string[], names: Map<string, string>): string {
  const told = ids.slice(0, NAMED).map((id) => quoted(names.get(id) ?? 'no name'));
  const more = ids.length - told.length;
  return told.join(', ') + (more > 0 ? ` and ${more} more` : '');
}
