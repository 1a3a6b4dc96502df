import type { Client } from '../../client/client.ts';
import { fold } from '../../shared/text/fold.ts';
import { matchesPrefixes } from '../../shared/text/matches-prefixes.ts';
import { sanitize } from '../../shared/text/sanitize.ts';
import { dayAfter, dayIn } from '../../shared/zones.ts';
import { readableForm } from '../addresses/resource-uri.ts';
import { inAccountZone } from '../replies/account-zone.ts';

/** Clients show suggestions as a menu. */
const MAX_SUGGESTIONS = 20;
const SUGGESTED_DAYS = 7;

export interface Completion {
  values: string[];
  hasMore: boolean;
}

const NONE: Completion = { values: [], hasMore: false };

/** Completes a variable of a resource address: people, groups and tags in their readable form, and days. */
export async function completeVariable(
  client: () => Promise<Client>,
  name: string,
  typed: string,
): Promise<Completion> {
  if (name === 'date') return completeDay(typed, await inAccountZone(await client()).zone());
  const query = typed.replace(/\.[0-9a-f-]*$/i, '').replace(/-/g, ' ');
  if (name === 'contact') return readable(await people(await client(), query));
  if (name === 'group' || name === 'tag') return readable(await named(await client(), name, query));
  return NONE;
}

/** Completes a person's name in a prompt argument. */
export async function completeArgument(
  client: () => Promise<Client>,
  prompt: string,
  argument: string,
  typed: string,
): Promise<Completion> {
  const { prompts } = await import('../../../tools/prompts.ts');
  const taken = prompts.find(({ name }) => name === prompt)?.arguments;
  if (!taken?.find(({ name }) => name === argument)?.person) return NONE;
  // In a comma-separated list, the user types the last name.
  const [, before = '', last = ''] = /^(.*,\s*)?(.*)$/s.exec(typed) ?? [];
  const { rows, hasMore } = await people(await client(), last);
  const names = [...new Set(rows.map(({ name }) => name).filter(Boolean))];
  return { values: names.map((name) => before + name), hasMore };
}

interface CompletionCandidate {
  rows: { id: string; name: string }[];
  hasMore: boolean;
}

const readable = ({ rows, hasMore }: CompletionCandidate): Completion => ({
  values: rows.map(({ id, name }) => readableForm(name, id)),
  hasMore,
});

async function people(client: Client, searchQuery: string): Promise<CompletionCandidate> {
  const { contacts, pagination } = (
    await client.call('list_contacts', {
      searchQuery,
      take: MAX_SUGGESTIONS,
      sort: 'full_name',
      order: 'asc',
      select: { full_name: true },
    })
  ).data;
  const rows = contacts.map(({ id, full_name }) => ({ id, name: sanitize(full_name ?? '') }));
  const isMore = pagination.nextCursor !== null;
  // Similar names are suggested only if no name matches.
  const called = rows.filter(({ name }) => matchesPrefixes([name], searchQuery));
  return called.length > 0
    ? { rows: called, hasMore: isMore && called.length === rows.length }
    : { rows, hasMore: isMore };
}

/** Finds groups or tags by the beginning of a word. Users have few enough to compare all. */
async function named(client: Client, kind: 'group' | 'tag', query: string): Promise<CompletionCandidate> {
  const wanted = fold(query);
  const rows: CompletionCandidate['rows'] = [];
  let cursor: string | undefined;
  do {
    const { page, next } = await namedPage(client, kind, { take: 200, ...(cursor && { cursor }) });
    for (const { id, name } of page) {
      const folded = ` ${fold(name).replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')}`;
      if (folded.includes(` ${wanted}`)) rows.push({ id, name: sanitize(name) });
    }
    cursor = next ?? undefined;
  } while (cursor && rows.length <= MAX_SUGGESTIONS);
  return { rows: rows.slice(0, MAX_SUGGESTIONS), hasMore: rows.length > MAX_SUGGESTIONS || !!cursor };
}

async function namedPage(client: Client, kind: 'group' | 'tag', args: { take: number; cursor?: string }) {
  if (kind === 'group') {
    const { groups, pagination } = (await client.call('list_groups', args)).data;
    return { page: groups, next: pagination.nextCursor };
  }
  const { tags, pagination } = (await client.call('list_tags', args)).data;
  return { page: tags, next: pagination.nextCursor };
}

/** Today, the week, and the days of the coming week. */
function completeDay(typed: string, zone: string): Completion {
  const today = dayIn(zone, new Date().toISOString());
  const days = Array.from({ length: SUGGESTED_DAYS }, (_, ahead) => dayAfter(today, ahead));
  return { values: ['today', 'week', ...days].filter((value) => value.startsWith(typed)), hasMore: false };
}
