import type { Client } from '../../client/client.ts';
import { contactTitle } from '../../client/contact-names.ts';
import { groupsIn, groupsText, packed, unpacked } from '../duplicates/groups.ts';
import type { MergeOutcome, MergeShown } from '../pages/duplicates/duplicates-merged.tsx';
import { readContacts } from '../people/changes.ts';
import { MERGED } from '../words/duplicates.ts';

// The result of merges in a URL, and the names in its message.

/** Failed groups that a message names. */
export const MAX_NAMED = 5;
/** Servers and proxies refuse longer URLs. */
const MAX_URL = 7_000;

/** The list of duplicates with a message; undefined if its URL would be too long for some server. */
export function outcomeUrl(outcome: MergeOutcome): string | undefined {
  const { isUndo, done, failed, failures, isUnchosen, nextKey } = outcome;
  const params = new URLSearchParams({
    done: isUndo ? 'undone' : 'merged',
    merged: packed(done),
    ...(failures > 0 && { failed: groupsText(failed), failures: String(failures) }),
    ...(isUnchosen && { unchosen: 'yes' }),
    ...(!isUndo && { undo: nextKey }),
  });
  const url = `/duplicates?${params}`;
  return url.length > MAX_URL ? undefined : url;
}

/** The result in a URL. Undefined if there is none. */
export function outcomeIn(params: URLSearchParams): MergeOutcome | undefined {
  const done = params.get('done');
  if (done !== 'merged' && done !== 'undone') return undefined;
  return {
    isUndo: done === 'undone',
    done: unpacked(params.get('merged') ?? ''),
    failed: groupsIn(params.get('failed')).slice(0, MAX_NAMED),
    failures: countIn(params, 'failures'),
    isUnchosen: params.get('unchosen') === 'yes',
    later: [],
    nextKey: params.get('undo') ?? '',
  };
}

export const countIn = (params: URLSearchParams, name: string): number =>
  Math.min(10_000, Math.max(0, Math.trunc(Number(params.get(name)) || 0)));

/** Adds the names of the only merged contact and of the contacts that were not merged. */
export async function withNames(client: Client, outcome: MergeOutcome): Promise<MergeShown> {
  const only = !outcome.isUndo && outcome.done.length === 1 ? outcome.done : [];
  const ids = [...only, ...outcome.failed.flat()];
  const names = new Map<string, string | undefined>();
  const select = { contact_emails: true, contact_phone_numbers: true };
  if (ids.length > 0)
    for (const contact of await readContacts(client, ids, select)) names.set(contact.id, contactTitle(contact));
  const failedNames = outcome.failed.map((group) => {
    const known = [...new Set(group.flatMap((id) => (names.has(id) ? [names.get(id) ?? ''] : [])))];
    return known.length > 0 ? known.join(' · ') : MERGED.gone;
  });
  return { ...outcome, name: names.get(outcome.done[0] ?? ''), failedNames };
}
