import type { Client } from '../../client/client.ts';
import { derivedKey } from '../../client/derived-key.ts';
import { type ContactUpdate, mergeOutcomeOf } from '../../client/merge-fields.ts';
import { KithError } from '../../shared/error.ts';
import type { Message } from '../layout/page.tsx';
import { personPath } from '../layout/parts.tsx';
import { pairPage } from '../pages/duplicates/duplicate-pair.tsx';
import { previewPage } from '../pages/duplicates/duplicate-preview.tsx';
import { duplicatesPage, pairPath } from '../pages/duplicates/duplicates.tsx';
import { refused, TROUBLES, type Trouble } from '../pages/errors/error-page.tsx';
import { seeOther } from '../requests/answers.ts';
import { forPerson } from '../requests/for-person.ts';
import type { Frame, PageContext, Pages } from '../requests/frame.ts';
import { LONG_FORM } from '../requests/read-body.ts';
import type { SignedIn } from '../services/services.ts';
import { DUPLICATES, PAIR } from '../words/duplicates.ts';
import { around, contactOf, groupOf, isApart, listed, type Pair, readPair, whereAre } from './read-duplicates.ts';

const LIST = '/duplicates';
/** Larger than any cluster. */
const MOST_CONTACTS = 20;

const WORDS = { chooseAgain: 'Choose again', toContact: 'To the contact', toList: 'To the duplicates' };

const MESSAGES: Record<string, Message> = {
  apart: { kind: 'success', text: DUPLICATES.apart },
  again: { kind: 'success', text: 'It may be suggested again.' },
  unchosen: {
    kind: 'danger',
    text: PAIR.unchosen,
  },
};

const TO_LIST = { href: LIST, text: WORDS.toList };
const GONE: Trouble = {
  title: 'One of these contacts no longer exists',
  text: 'It was merged or deleted, perhaps in another window. Nothing was changed.',
  next: TO_LIST,
};
const ONE_ALREADY: Trouble = {
  title: 'Already merged',
  text: 'These contacts were already merged, perhaps in another window. Nothing was changed.',
};
const NOTHING_TO_UNDO: Trouble = {
  title: 'Nothing to undo',
  text: 'This merge was taken back already, or is older than 30 days.',
  next: TO_LIST,
};

/** Duplicates: comparison, merge, undo, and dismissal. */
export function addDuplicates(app: Pages, frame: Frame): void {
  const { page, form } = forPerson(frame, LONG_FORM);
  const { show, refuse } = frame;

  app.get(LIST, (context) =>
    page(context, async ({ client, person }) => {
      const { cursor, merged, undo, out, done } = context.req.query();
      const justMerged = undo ? await contactOf(client, merged) : undefined;
      return show(
        duplicatesPage({
          person,
          ...(await listed(client, cursor)),
          justMerged: justMerged && { contact: justMerged, undoKey: undo! },
          leftOut: await contactOf(client, out),
          message: messageOf(done),
        }),
      );
    }),
  );

  app.get(`${LIST}/pair`, (context) =>
    page(context, (viewer) =>
      withPair(context, viewer, async (pair) => {
        const { person, client } = viewer;
        const message = messageOf(context.req.query('done'));
        return show(pairPage({ ...pair, ...(await around(client, pair.contacts)), person, message }));
      }),
    ),
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
    form(context, async ({ client, fields, once }) => {
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
      return seeOther(`${LIST}?${new URLSearchParams({ merged: keep, undo, ...(!isKept && { done: 'unchosen' }) })}`);
    }),
  );

  app.post(`${LIST}/undo`, (context) =>
    form(context, async ({ client, fields, once }) => {
      try {
        const { data } = await client.call('undo_contact_merge', { contactId: fields.get('id') ?? '' }, once);
        const ids = data.contacts.map(({ id }) => id);
        return seeOther(pairPath(ids, [['done', 'apart']]));
      } catch (error) {
        const isOver = error instanceof KithError && (error.code === 'Conflict' || error.code === 'NotFound');
        if (isOver) return refuse(context, error.status, NOTHING_TO_UNDO);
        throw error;
      }
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
  const ids = [...new Set(params.getAll('id'))];
  return ids.length < 2 || ids.length > MOST_CONTACTS ? undefined : ids;
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
  if (status !== 404) return { ...refused(error), status, next: { href: pairPath(ids), text: WORDS.chooseAgain } };
  const [first, ...others] = await whereAre(client, ids);
  if (typeof first !== 'string' || others.some((place) => place !== first)) return { ...GONE, status };
  return { ...ONE_ALREADY, status, next: { href: personPath(first), text: WORDS.toContact } };
}

const messageOf = (done: string | undefined): Message | undefined =>
  done !== undefined && Object.hasOwn(MESSAGES, done) ? MESSAGES[done] : undefined;
