import type { Client } from '../../client/client.ts';
import { derivedKey } from '../../client/derived-key.ts';
import { betterValues, type MergedContact, mergeOutcomeOf } from '../../client/merge-fields.ts';
import type { Operations } from '../../contract/operations.ts';
import type { ArgumentsOf } from '../../contract/schema/operation.ts';
import { KithError } from '../../shared/error.ts';
import { subtractFromCount } from '../duplicates/counted.ts';
import { disjoint, groupsIn, groupsText, joined, unpacked } from '../duplicates/groups.ts';
import { MERGE, pairPath } from '../pages/duplicates/duplicate-rows.tsx';
import { duplicatesPage } from '../pages/duplicates/duplicates.tsx';
import { type MergeOutcome, mergedPage, mergedPart, UNDO } from '../pages/duplicates/duplicates-merged.tsx';
import type { Trouble } from '../pages/errors/error-page.tsx';
import { readContacts } from '../people/changes.ts';
import { partOf, seeOther } from '../requests/answers.ts';
import { forPerson, type Sent } from '../requests/for-person.ts';
import type { Frame, Pages } from '../requests/frame.ts';
import { isInBackground } from '../requests/in-background.ts';
import { LONG_FORM } from '../requests/read-body.ts';
import { DUPLICATES, MERGED, REFUSED } from '../words/duplicates.ts';
import { countIn, MAX_NAMED, outcomeUrl, withNames } from './merged-duplicates.ts';
import { certainGroups, listed } from './read-duplicates.ts';

const LIST = '/duplicates';
/** Groups of one request. */
const PART = 50;

const TO_LIST = { href: LIST, text: REFUSED.toList };
const NOTHING_TO_UNDO: Trouble = { ...REFUSED.nothingToUndo, next: TO_LIST };

/** Merges of many suggestions, and the undo of merges. A form with more than one part continues by itself. */
export function addMergeMany(app: Pages, frame: Frame): void {
  const { page, form } = forPerson(frame, LONG_FORM);
  const { show, refuse } = frame;

  // A new sign-in returns here with GET.
  for (const path of [MERGE, UNDO]) app.get(path, (context) => page(context, async () => seeOther(LIST)));

  app.post(MERGE, (context) =>
    form(context, async (sent) => {
      const { client, fields, person } = sent;
      const groups = await groupsOf(sent);
      if (groups.length === 0) return noneSelected(sent);
      const [now, later] = [groups.slice(0, PART), groups.slice(PART)];
      const merged = await mergePart(client, now, partOf(sent.once, groupsText(now)));
      subtractFromCount(person.id, merged.survivors.length);
      const failed = [...groupsIn(fields.get('failed')), ...merged.failed];
      const isRow = fields.has('only');
      if (isRow && merged.error && isInBackground(context.req.raw))
        return refuse(context, 409, { title: MERGED.title, text: merged.error.message });
      return shown(sent, {
        isUndo: false,
        done: [...unpacked(fields.get('done') ?? ''), ...merged.survivors],
        failed: failed.slice(0, MAX_NAMED),
        failures: countIn(fields, 'failures') + merged.failed.length,
        isUnchosen: fields.get('unchosen') === 'yes' || merged.isUnchosen,
        later,
        nextKey: derivedKey(sent.once.idempotencyKey, later.length > 0 ? 'next' : `undo ${groupsText(now)}`),
      });
    }),
  );

  app.post(UNDO, (context) =>
    form(context, async (sent) => {
      const { client, fields, once, person } = sent;
      const only = fields.get('id');
      const ids = only === null ? unpacked(fields.get('merged') ?? '') : [only];
      const isWhole = only !== null && !isInBackground(context.req.raw);
      const [now, later] = [ids.slice(0, PART), ids.slice(PART)];
      const done = unpacked(fields.get('done') ?? '');
      let failures = countIn(fields, 'failures');
      for (const contactId of now) {
        const key = only === null ? partOf(once, contactId) : once;
        try {
          const { data } = await client.call('undo_contact_merge', { contactId }, key);
          subtractFromCount(person.id, -1);
          if (isWhole)
            return seeOther(
              pairPath(
                data.contacts.map(({ id }) => id),
                [['done', 'apart']],
              ),
            );
          done.push(contactId);
        } catch (error) {
          const isOver = error instanceof KithError && (error.code === 'Conflict' || error.code === 'NotFound');
          if (!isOver) throw error;
          if (only !== null) return refuse(context, error.status, NOTHING_TO_UNDO);
          failures++;
        }
      }
      const rest = { failed: [], failures, isUnchosen: false, later: later.map((id) => [id]) };
      return shown(sent, { isUndo: true, done, ...rest, nextKey: derivedKey(once.idempotencyKey, 'next') });
    }),
  );

  async function shown({ context, client, person }: Sent, outcome: MergeOutcome): Promise<Response> {
    if (isInBackground(context.req.raw) && context.req.header('hx-target') !== 'main#main')
      return show(mergedPart(await withNames(client, outcome)));
    const url = outcome.later.length === 0 ? outcomeUrl(outcome) : undefined;
    return url ? seeOther(url) : show(mergedPage(person, await withNames(client, outcome)));
  }

  async function noneSelected({ context, client, person }: Sent): Promise<Response> {
    const text = MERGED.noneSelected;
    if (isInBackground(context.req.raw)) return refuse(context, 400, { title: DUPLICATES.title, text });
    const found = await listed(client, undefined);
    return show(duplicatesPage({ person, found, message: { kind: 'danger', text } }), { status: 400 });
  }
}

/** The groups of a form: of one row, of the selected rows, or named in it, with all other certain ones if it says so. */
async function groupsOf({ fields, client }: Sent): Promise<string[][]> {
  const only = fields.get('only');
  if (only !== null) return groupsIn(only);
  const selected = groupsIn(fields.getAll('pair').join('.'));
  if (selected.length > 0) return joined(selected);
  const named = groupsIn(fields.get('groups'));
  if (fields.get('more') !== 'certain') return named;
  return [...named, ...disjoint(await certainGroups(client), named)];
}

interface MergedPart {
  survivors: string[];
  failed: string[][];
  /** The first failure. */
  error: { message: string } | undefined;
  isUnchosen: boolean;
}

/** Merges groups into their oldest contacts, and keeps the better names and photos. */
async function mergePart(client: Client, groups: string[][], once: { idempotencyKey: string }): Promise<MergedPart> {
  const reads = { first_name: true, last_name: true, image_url: true, image_source: true, created_at: true };
  const before = new Map((await readContacts(client, groups.flat(), reads)).map((contact) => [contact.id, contact]));
  const { data } = await client.call('merge_contacts', { contactIds: groups }, once);
  const survivors = new Set(data.merged.map(({ id }) => id));
  const updates = data.merged.flatMap((merged) => {
    const group = groups.find((ids) => ids.includes(merged.id)) ?? [];
    const contacts = group.flatMap((id) => before.get(id) ?? []).sort(byAge);
    const { changes } = mergeOutcomeOf(contacts, merged, betterValues(contacts, merged));
    return Object.keys(changes).length > 0 ? [{ contactId: merged.id, data: changes }] : [];
  });
  return {
    survivors: [...survivors],
    failed: data.failed.map(({ contactIds }) => contactIds),
    error: data.failed[0]?.error,
    isUnchosen: updates.length > 0 && !(await update(client, updates, partOf(once, 'choices'))),
  };
}

const byAge = (a: MergedContact, b: MergedContact): number => {
  const [ageOfA, ageOfB] = [a, b].map(({ created_at = '', id }) => `${created_at} ${id}`) as [string, string];
  return ageOfA < ageOfB ? -1 : 1;
};

/** False if a contact changed or was deleted in the meantime, because then none is updated. */
async function update(
  client: Client,
  updates: ArgumentsOf<Operations['bulk_update_contacts']>['updates'],
  once: { idempotencyKey: string },
): Promise<boolean> {
  try {
    await client.call('bulk_update_contacts', { updates }, once);
    return true;
  } catch (error) {
    if (error instanceof KithError && error.status < 500 && error.code !== 'idempotency_in_progress') return false;
    throw error;
  }
}
