import type { Client } from '../../client/client.ts';
import { derivedKey } from '../../client/derived-key.ts';
import { type ContactUpdate, mergeOutcomeOf } from '../../client/merge-fields.ts';
import { KithError } from '../../shared/error.ts';
import { rememberCount, subtractFromCount } from '../duplicates/counted.ts';
import { MAX_CONTACTS, packed, unpacked } from '../duplicates/groups.ts';
import { soon, Underway } from '../duplicates/underway.ts';
import type { Message } from '../layout/page.tsx';
import { personPath } from '../layout/parts.tsx';
import { type Around, aroundPart, pairPage } from '../pages/duplicates/duplicate-pair.tsx';
import { previewPage } from '../pages/duplicates/duplicate-preview.tsx';
import { pairPath } from '../pages/duplicates/duplicate-rows.tsx';
import { comparingPage, duplicatesPage, type FoundDuplicates, foundPart } from '../pages/duplicates/duplicates.tsx';
import { leftOutMessage, mergedMessage, unchosenText } from '../pages/duplicates/duplicates-merged.tsx';
import { refused, TROUBLES, type Trouble } from '../pages/errors/error-page.tsx';
import { seeOther } from '../requests/answers.ts';
import { forPerson } from '../requests/for-person.ts';
import type { Frame, PageContext, Pages } from '../requests/frame.ts';
import { LONG_FORM } from '../requests/read-body.ts';
import type { Person, SignedIn } from '../services/services.ts';
import { DUPLICATES, MERGED, PAIR, REFUSED } from '../words/duplicates.ts';
import { addMergeMany } from './merge-many.ts';
import { outcomeIn, withNames } from './merged-duplicates.ts';
import {
  around,
  contactOf,
  groupOf,
  isApart,
  listed,
  type Pair,
  readPair,
  whereAre,
  withContacts,
} from './read-duplicates.ts';

const LIST = '/duplicates';

const MESSAGES: Record<string, Message> = {
  apart: { kind: 'success', text: DUPLICATES.apart },
  again: { kind: 'success', text: MERGED.suggested },
  unchosen: { kind: 'danger', text: PAIR.unchosen },
};

const GONE: Trouble = { ...REFUSED.gone, next: { href: LIST, text: REFUSED.toList } };

/** Suggestions shown before all are known. */
const MOST_FIRST = 10;

/** Lists that pages started to read. */
const lists = new Underway<FoundDuplicates>();
const neighbors = new Underway<Around>();

/** Duplicates: comparison, merge, undo, and dismissal. */
export function addDuplicates(app: Pages, frame: Frame): void {
  const { page, form } = forPerson(frame, LONG_FORM);
  const { show, refuse } = frame;
  addMergeMany(app, frame);

  app.get(LIST, (context) =>
    page(context, async ({ client, person, firstDuplicates }) => {
      const { cursor, wait } = context.req.query();
      const url = new URL(context.req.url);
      const reading = readList(client, person, cursor);
      const [found, message] = await Promise.all([
        cursor || wait ? reading : soon(reading),
        messageFor(client, url.searchParams),
      ]);
      if (found) return show(duplicatesPage({ person, found, message }));
      const first = await withContacts(client, (await firstDuplicates()).slice(0, MOST_FIRST));
      const people = (await client.call('count_contacts', {})).data.count;
      url.searchParams.set('wait', 'yes');
      const of = lists.keep(person.id, reading);
      return show(comparingPage({ person, people, of, first, wait: url.pathname + url.search, message }));
    }),
  );

  app.get(`${LIST}/list`, (context) =>
    page(context, async ({ client, person }) => {
      const reading = lists.take(person.id, context.req.query('of')) ?? readList(client, person, undefined);
      return show(foundPart(await reading));
    }),
  );

  app.get(`${LIST}/pair`, (context) =>
    page(context, (viewer) =>
      withPair(context, viewer, async (pair) => {
        const { person, client } = viewer;
        const { done, apart } = context.req.query();
        const ids = pair.contacts.map(({ id }) => id);
        const reading = around(client, ids);
        const known = await soon(reading);
        const of = known ? undefined : neighbors.keep(person.id, reading);
        const isApart = apart === 'yes';
        return show(pairPage({ ...pair, around: known, of, person, isApart, message: pairMessage(done) }));
      }),
    ),
  );

  app.get(`${LIST}/around`, (context) =>
    page(context, async ({ client, person }) => {
      const ids = idsIn(new URL(context.req.url).searchParams);
      if (!ids) return refuse(context, 400, TROUBLES.badInput);
      return show(aroundPart(await (neighbors.take(person.id, context.req.query('of')) ?? around(client, ids))));
    }),
  );

  app.get(`${LIST}/preview`, (context) =>
    page(context, (viewer) =>
      withPair(context, viewer, async (pair) => {
        const { changes } = mergeOutcomeOf(pair.contacts, pair.merged, pair.picks);
        return show(previewPage({ ...pair, changes, person: viewer.person }));
      }),
    ),
  );

  app.post(`${LIST}/merge`, (context) =>
    form(context, async ({ client, person, fields, once }) => {
      const sent = readMerge(fields);
      if (!sent) return refuse(context, 400, TROUBLES.badInput);
      const { ids, keep, changes } = sent;
      const change = { ...changes, contactId: keep };
      const isChanged = Object.keys(changes).length > 0;
      const undo = derivedKey(once.idempotencyKey, 'undo');
      try {
        // Refuses an invalid choice before any change.
        if (isChanged) await client.call('update_contact', change, { dryRun: true });
        const { data, replayed } = await client.call('merge_contacts', groupOf(ids, keep), once);
        for (const { error } of data.failed) throw new KithError(error.code, error.message);
        if (replayed && (await isApart(client, ids))) return seeOther(pairPath(ids, [['done', 'apart']]));
      } catch (error) {
        const trouble = await troubleOf(client, ids, error);
        return refuse(context, trouble.status, trouble);
      }
      const isKept = !isChanged || (await keepChoices(client, change, derivedKey(once.idempotencyKey, 'choices')));
      subtractFromCount(person.id, 1);
      const params = { done: isKept ? 'merged' : 'unchosen', merged: packed([keep]), undo };
      return seeOther(`${LIST}?${new URLSearchParams(params)}`);
    }),
  );

  app.post(`${LIST}/leave-out`, (context) =>
    form(context, async ({ client, fields, once }) => {
      const contactId = fields.get('id') ?? '';
      const ignore_merge = fields.get('again') === null;
      await client.call('update_contact', { contactId, ignore_merge }, once);
      return seeOther(`${LIST}?${ignore_merge ? new URLSearchParams({ out: contactId }) : 'done=again'}`);
    }),
  );

  /** The contacts in a URL, and the result of their merge. */
  async function withPair(
    context: PageContext,
    viewer: SignedIn,
    answer: (pair: Pair) => Promise<Response>,
  ): Promise<Response> {
    const { searchParams } = new URL(context.req.url);
    const ids = idsIn(searchParams);
    if (!ids) return refuse(context, 400, TROUBLES.badInput);
    const pair = await readPair(viewer.client, ids, searchParams).catch((error) =>
      troubleOf(viewer.client, ids, error),
    );
    return 'contacts' in pair ? answer(pair) : refuse(context, pair.status, pair);
  }
}

function idsIn(params: URLSearchParams): string[] | undefined {
  const ids = [...new Set([...params.getAll('id'), ...unpacked(params.get('ids') ?? '')])];
  return ids.length < 2 || ids.length > MAX_CONTACTS ? undefined : ids;
}

/** The fields of the preview form. Undefined for other forms. */
function readMerge(fields: URLSearchParams): { ids: string[]; keep: string; changes: ContactUpdate } | undefined {
  const ids = idsIn(fields);
  const keep = fields.get('keep');
  try {
    const changes: unknown = JSON.parse(fields.get('changes') ?? '{}');
    if (!ids || !keep || !ids.includes(keep) || typeof changes !== 'object' || changes === null) return undefined;
    return { ids, keep, changes: changes as ContactUpdate };
  } catch {
    return undefined;
  }
}

/** The chosen values with the merged contact. False if they are no longer valid. */
async function keepChoices(
  client: Client,
  change: ContactUpdate & { contactId: string },
  idempotencyKey: string,
): Promise<boolean> {
  try {
    await client.call('update_contact', change, { idempotencyKey });
    return true;
  } catch (error) {
    if (error instanceof KithError && error.status < 500 && error.code !== 'idempotency_in_progress') return false;
    throw error;
  }
}

/** The reason contacts cannot be merged. */
async function troubleOf(client: Client, ids: string[], error: unknown): Promise<Trouble & { status: number }> {
  if (!(error instanceof KithError) || error.status >= 500 || error.code === 'idempotency_in_progress') throw error;
  const { status } = error;
  if (status !== 404) return { ...refused(error), status, next: { href: pairPath(ids), text: REFUSED.chooseAgain } };
  const [first, ...others] = await whereAre(client, ids);
  if (typeof first !== 'string' || others.some((place) => place !== first)) return { ...GONE, status };
  return { ...REFUSED.already, status, next: { href: personPath(first), text: REFUSED.toContact } };
}

const pairMessage = (done: string | undefined): Message | undefined =>
  done !== undefined && Object.hasOwn(MESSAGES, done) ? MESSAGES[done] : undefined;

/** The message about a change that led back to the list. */
async function messageFor(client: Client, params: URLSearchParams): Promise<Message | undefined> {
  const outcome = outcomeIn(params);
  if (outcome) return mergedMessage(await withNames(client, outcome), false);
  const leftOut = await contactOf(client, params.get('out') ?? undefined);
  if (leftOut) return leftOutMessage(leftOut);
  const { unchosen } = MESSAGES;
  if (params.get('done') !== 'unchosen') return pairMessage(params.get('done') ?? undefined);
  const done = unpacked(params.get('merged') ?? '');
  return { ...unchosen!, text: unchosenText(done[0], params.get('undo') ?? '') };
}

/** The list, whose count the navigation shows until it is next read. */
async function readList(client: Client, person: Person, cursor: string | undefined): Promise<FoundDuplicates> {
  const found = await listed(client, cursor);
  if (found.counts) rememberCount(person.id, found.counts.of.certain + found.counts.of.likely);
  return found;
}
