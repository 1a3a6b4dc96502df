import type { IdKind } from '../../contract/schema/primitives.ts';
import { asCompared, type LookupContext, type NameArgument, type NameCandidate, type NameMatch } from './name.ts';
import { nearestCandidates } from './nearest.ts';

// A user has few tags, groups, custom fields, views and meeting types, so each call reads all of a kind once.

type ReadAll = (look: LookupContext) => Promise<NameCandidate[]>;

const LISTS: Partial<Record<IdKind, ReadAll>> = {
  tag: ({ client, signal }) =>
    allPages(async (page) => {
      const { tags, pagination } = (await client.call('list_tags', page, { signal })).data;
      return { rows: tags.map(({ id, name, _count }) => ({ id, name, contacts: _count?.tags_contacts })), pagination };
    }),
  async group({ client, signal }) {
    const groups = await allPages(async (page) => {
      const { groups, pagination } = (await client.call('list_groups', page, { signal })).data;
      return { rows: groups, pagination };
    });
    const names = new Map(groups.map(({ id, name }) => [id, name]));
    return groups.map(({ id, name, description, parent_id, _count }) => ({
      id,
      name,
      description,
      lies_in: parent_id && names.get(parent_id),
      contacts: _count?.groups_contacts,
    }));
  },
  view: ({ client, signal }) =>
    allPages(async (page) => {
      const { views, pagination } = (await client.call('list_views', page, { signal })).data;
      return { rows: views.map(({ id, name, filters }) => ({ id, name, filters })), pagination };
    }),
  'custom field': ({ client, signal }) =>
    allPages(async (page) => {
      const { custom_fields, pagination } = (await client.call('list_custom_fields', page, { signal })).data;
      return { rows: custom_fields.map(({ id, name, field_type }) => ({ id, name, field_type })), pagination };
    }),
  async 'meeting type'({ client, signal }) {
    const { meeting_types } = (await client.call('list_meeting_types', {}, { signal })).data;
    return meeting_types.map(({ id, name }) => ({ id, name }));
  },
};

interface Page<Row> {
  rows: Row[];
  pagination?: { nextCursor: string | null } | undefined;
}

async function allPages<Row>(read: (page: { take: number; cursor?: string }) => Promise<Page<Row>>): Promise<Row[]> {
  const all: Row[] = [];
  let cursor: string | null = null;
  do {
    const { rows, pagination }: Page<Row> = await read({ take: 200, ...(cursor && { cursor }) });
    for (const row of rows) all.push(row);
    cursor = pagination?.nextCursor ?? null;
  } while (cursor);
  return all;
}

/** Returns whether records of a kind have a unique name. */
export const isNamed = (kind: IdKind): boolean => kind in LISTS;

export async function findRecords(
  look: LookupContext,
  names: readonly NameArgument[],
): Promise<Map<NameArgument, NameMatch>> {
  const found = new Map<NameArgument, NameMatch>();
  for (const kind of new Set(names.map((name) => name.kind))) {
    const rows = await LISTS[kind]!(look);
    for (const name of names) if (name.kind === kind) found.set(name, foundIn(rows, name.given));
  }
  return found;
}

/** Maximum number of records listed when no name is near. */
const FEW = 10;

/** Tags can differ only in case, so an exact match takes precedence over a folded one. */
function foundIn(rows: NameCandidate[], given: string): NameMatch {
  const exact = rows.filter(({ name }) => name === given.normalize('NFC'));
  const wanted = asCompared(given);
  const matches = exact.length > 0 ? exact : rows.filter(({ name }) => asCompared(name) === wanted);
  if (matches.length > 0) return { matches };
  const near = nearestCandidates(rows, given);
  return { matches, nearest: near, ...(near.length === 0 && rows.length <= FEW && { all: rows }) };
}
