import { derivedKey } from '../../client/derived-key.ts';
import { frequency } from '../../contract/contact-fields.ts';
import { readDay } from '../../contract/schema/primitives.ts';
import { badRequest, KithError } from '../../shared/error.ts';
import { isRecord, parseJson } from '../../shared/records.ts';
import { dayIn } from '../../shared/zones.ts';
import type { PageContent } from '../layout/page.tsx';
import { TROUBLES } from '../pages/errors/error-page.tsx';
import { type ChooseShown, choosePage, dryRunPage, previewPart, refusedPart } from '../pages/people/change.tsx';
import { type ChangedShown, changedMessage, changedPage } from '../pages/people/changed.tsx';
import { sentencesOf } from '../pages/people/filter-words.tsx';
import { peoplePage } from '../pages/people/people.tsx';
import { type Action, type Before, CHANGES, PART } from '../people/changes.ts';
import { type FoundContact, namesIn } from '../people/find.ts';
import { groupNamed, tagNamed } from '../people/labels.ts';
import { isOneOf } from '../people/pairs.ts';
import { chosen, EVERYBODY, readSearch } from '../people/search.ts';
import {
  backTo,
  fieldsOf,
  idsIn,
  idsOf,
  MOST_SELECTED,
  readSelected,
  readSelection,
  type Selection,
  shortUrl,
} from '../people/selection.ts';
import { firstDay, type Spread } from '../people/spread.ts';
import { inWords, partOf, seeOther } from '../requests/answers.ts';
import { forPerson, type Sent } from '../requests/for-person.ts';
import type { Frame, Pages } from '../requests/frame.ts';
import { isInBackground } from '../requests/in-background.ts';
import { LONG_FORM, SHORT_FORM } from '../requests/read-body.ts';
import { safePath } from '../requests/safe-path.ts';
import type { SignedIn } from '../services/services.ts';
import { FORM_ERRORS } from '../words/errors.ts';
import { spanText } from '../words/frequencies.ts';
import { BULK as WORDS } from '../words/people.ts';
import { listed } from './people.ts';

const LIST = '/people';
const CHANGE = '/people/change';
const GO = `${CHANGE}/go`;
const DONE = `${CHANGE}/done`;
const OFFERED = 100;
/** Maximum ids: one checkbox for each listed person. */
const TICKED_FORM = { bytes: 512 * 1024, fields: SHORT_FORM.fields + MOST_SELECTED };

const ACTIONS = Object.keys(CHANGES) as Action[];
/** The form field of each action. */
const FIELDS: Partial<Record<Action, 'tag' | 'group' | 'rhythm'>> = {
  tag: 'tag',
  untag: 'tag',
  group: 'group',
  ungroup: 'group',
  rhythm: 'rhythm',
};

/** Bulk changes of people: choice, preview, change, and undo. */
export function addChange(app: Pages, frame: Frame): void {
  const { page, form } = forPerson(frame, TICKED_FORM);
  const { form: longForm } = forPerson(frame, LONG_FORM);
  const { show, refuse } = frame;

  // Pages that lead on respond to GET, so that a browser can go back to them.
  app.get(CHANGE, (context) =>
    page(context, async (viewer) => {
      const fields = new URL(context.req.url).searchParams;
      const selection = readSelection(fields);
      if (!selection) return seeOther(LIST);
      return answer({ ...viewer, context, fields, once: { idempotencyKey: '' } }, selection);
    }),
  );
  app.get(DONE, (context) =>
    page(context, async ({ person }) => {
      const shown = readOutcome(person, new URL(context.req.url).searchParams);
      return shown ? show(changedPage(shown)) : seeOther(LIST);
    }),
  );
  // A new sign-in returns here with GET.
  app.get(GO, (context) => page(context, async () => seeOther(LIST)));

  app.post(CHANGE, (context) =>
    form(context, async (sent) => {
      const selection = readSelection(sent.fields);
      if (isInBackground(context.req.raw)) return preview(sent, selection);
      if (!selection) return nobody(sent);
      const chosen = ['action', 'tag', 'group', 'rhythm'].flatMap((name): [string, string][] => {
        const value = sent.fields.get(name);
        return value === null ? [] : [[name, value]];
      });
      const url = shortUrl(CHANGE, [...fieldsOf(selection), ...chosen]);
      return url ? seeOther(url) : answer(sent, selection);
    }),
  );

  app.post(GO, (context) =>
    longForm(context, async (sent) => {
      const action = sent.fields.get('action') ?? '';
      if (!isOneOf(ACTIONS, action)) return refuse(context, 400, TROUBLES.badInput);
      const outcome = await goOn(sent, action);
      if (isInBackground(context.req.raw) && context.req.header('hx-target') === 'div#toast')
        return show(changedMessage(outcome));
      const url = outcome.remaining === 0 ? shortUrl(DONE, outcomeFields(outcome)) : undefined;
      return url && !isInBackground(context.req.raw) ? seeOther(url) : show(changedPage(outcome));
    }),
  );

  /** The form for a missing choice, or the preview of a change. */
  async function answer(sent: Sent, selection: Selection): Promise<Response> {
    const action = sent.fields.get('action') ?? '';
    if (!isOneOf(ACTIONS, action)) return choose(sent, selection);
    const field = FIELDS[action];
    try {
      return show(dryRunPage(await dryRun(sent, selection, action)));
    } catch (error) {
      const text = inWords(error);
      if (!field) throw error;
      return choose(sent, selection, { field, value: sent.fields.get(field) ?? '', text });
    }
  }

  /** The preview in the list. */
  async function preview(sent: Sent, selection: Selection | undefined): Promise<Response> {
    const action = sent.fields.get('action') ?? '';
    if (!selection || !isOneOf(ACTIONS, action)) return show(refusedPart(WORDS.none));
    try {
      return show(previewPart(await dryRun(sent, selection, action)));
    } catch (error) {
      return show(refusedPart(inWords(error)));
    }
  }

  async function nobody(sent: Sent): Promise<Response> {
    const search = readSearch(sent.fields) ?? EVERYBODY;
    const message = { kind: 'danger' as const, text: WORDS.none };
    return show(peoplePage({ ...(await listed(sent, search)), message }), { status: 400 });
  }

  async function choose(sent: Sent, selection: Selection, refused?: ChooseShown['refused']): Promise<Response> {
    return show(await changeChoice(sent, selection, refused), { status: refused ? 400 : 200 });
  }
}

/** The page that offers the changes of a selection. */
export async function changeChoice(
  { person, client }: Pick<SignedIn, 'person' | 'client'>,
  selection: Selection,
  refused?: ChooseShown['refused'],
): Promise<PageContent> {
  const { tags, groups } = (await client.call('list_label_names', { take: OFFERED })).data;
  return choosePage({
    person,
    selection,
    sentences: sentencesOf(chosen(selection.search), await namesIn(client, selection.search)),
    tags: tags.map(({ name }) => name),
    groups: groups.map(({ name }) => name),
    refused,
  });
}

/** The chosen tag or group by id, or by name if it is new, or the chosen frequency. */
interface Named {
  value: string;
  name?: string | undefined;
  isNew: boolean;
}

async function dryRun(sent: Sent, selection: Selection, action: Action) {
  const { client, person } = sent;
  const change = CHANGES[action];
  const target = await targetOf(sent, action);
  const { contacts, hasMore } = await readSelected(client, selection, change.reads);
  const changed = contacts.filter((contact) => target.isNew || !change.isDone(contact, target.value));
  if (action === 'rhythm') changed.sort(byLastSeen);
  const ids = changed.map(({ id }) => id);
  const start = dayIn(person.time_zone, new Date().toISOString());
  const spread = { start, zone: person.time_zone, before: 0, all: ids.length };
  // A dry run refuses an invalid change before the user is asked to confirm.
  if (ids.length > 0 && !target.isNew)
    await change.run(client, ids.slice(0, PART), target.value, { dryRun: true }, beforeOf(changed), spread);
  const named = target.name ?? (action === 'rhythm' ? spanWords(target.value) : undefined);
  return {
    person,
    selection,
    action,
    named,
    isNew: target.isNew,
    changed,
    unchanged: contacts.length - changed.length,
    missing: selection.everyone ? 0 : selection.ids.length - contacts.length,
    hasMore,
    spread: action === 'rhythm' && target.value !== '' ? spreadDays(target.value, spread) : undefined,
    fields: Object.entries({
      action,
      value: target.value,
      name: named ?? '',
      ids: ids.join(),
      back: backTo(selection),
      ...(action === 'rhythm' && { before: JSON.stringify(beforeOf(changed)), start }),
    }),
  };
}

/** Longest ago first: they are due first. */
const byLastSeen = (a: FoundContact, b: FoundContact): number =>
  (a.last_seen_at ?? '') < (b.last_seen_at ?? '') ? -1 : (a.last_seen_at ?? '') > (b.last_seen_at ?? '') ? 1 : 0;

/** Dates of the first and last reminder. */
const spreadDays = (value: string, spread: Spread): [string, string] => [
  firstDay(0, value, spread),
  firstDay(spread.all - 1, value, spread),
];

const spanWords = (span: string): string => (span === '' ? WORDS.noFrequency : spanText(span));

const beforeOf = (contacts: FoundContact[]): Before =>
  Object.fromEntries(
    contacts.map(({ id, frequency = null, next_reminder_at = null }) => [id, [frequency, next_reminder_at]]),
  );

async function targetOf({ client, fields }: Sent, action: Action): Promise<Named> {
  const field = FIELDS[action];
  const typed = (field ? (fields.get(field) ?? '') : '').trim();
  if (!field) return { value: '', isNew: false };
  if (field === 'rhythm') {
    if (typed !== '' && !frequency().safeParse(typed).success) throw badRequest({ rhythm: FORM_ERRORS.noFrequency });
    return { value: typed, isNew: false };
  }
  if (typed === '') throw new KithError('BadRequest', WORDS.blank);
  const known = await (field === 'tag' ? tagNamed(client, typed) : groupNamed(client, typed));
  if (known) return { value: known.id, name: known.name, isNew: false };
  if (action === 'untag' || action === 'ungroup')
    throw new KithError('BadRequest', action === 'untag' ? WORDS.noTag : WORDS.noGroup);
  await make(client, action, typed, { dryRun: true });
  return { value: '', name: typed, isNew: true };
}

async function make(
  client: Sent['client'],
  action: Action,
  name: string,
  options: { dryRun: true } | { idempotencyKey: string },
): Promise<string> {
  return action === 'tag'
    ? (await client.call('create_tag', { name }, options)).data.tag.id
    : (await client.call('create_group', { name }, options)).data.group.id;
}

/** The next part of a change. The form in its response has the rest. */
async function goOn({ client, person, fields, once }: Sent, action: Action): Promise<ChangedShown> {
  const field = (name: string) => fields.get(name) ?? '';
  const change = CHANGES[action];
  const [ids, done] = [idsOf(field('ids')), idsOf(field('done'))];
  const before = readBefore(field('before'));
  const isNew = (action === 'tag' || action === 'group') && field('value') === '';
  const value = isNew ? await make(client, action, field('name'), partOf(once, 'new')) : field('value');
  const [now, later] = [ids.slice(0, PART), ids.slice(PART)];
  const previous = done.length + Number(field('missed'));
  const spread = { start: startIn(fields), zone: person.time_zone, before: previous, all: previous + ids.length };
  const { ids: changed, missed } =
    now.length > 0
      ? await change.run(client, now, value, partOf(once, 'part'), before, spread)
      : { ids: [], missed: 0 };
  const all = [...done, ...changed];
  const missedInAll = Number(field('missed')) + missed;
  const isUndo = field('undo') === 'yes';
  const common = { value, name: field('name'), back: field('back'), before: field('before'), start: field('start') };
  const rest = { ...common, action, ids: later.join(), done: all.join(), missed: String(missedInAll) };
  const undo = { ...common, action: change.undo, ids: all.join(), undo: 'yes' };
  const next =
    later.length > 0
      ? { key: derivedKey(once.idempotencyKey, 'next'), fields: said({ ...rest, undo: isUndo ? 'yes' : '' }) }
      : change.undo && !isUndo && all.length > 0
        ? { key: undefined, fields: said(undo) }
        : undefined;
  return {
    person,
    action,
    isUndo,
    named: field('name') || undefined,
    done: all.length,
    missed: missedInAll,
    remaining: later.length,
    back: safePath(field('back'), LIST),
    next,
  };
}

/** The result of a change as URL parameters. */
const outcomeFields = ({ action, isUndo, named, done, missed, back, next }: ChangedShown): [string, string][] => [
  ...said({
    did: action,
    undid: isUndo ? 'yes' : '',
    named,
    count: String(done),
    missed: missed > 0 ? String(missed) : '',
    back,
  }),
  ...(next?.fields ?? []).filter(([name]) => name !== 'back' && name !== 'name'),
];

/** The result of a change from URL parameters. Undefined if there is none. */
function readOutcome(person: Sent['person'], params: URLSearchParams): ChangedShown | undefined {
  const did = params.get('did') ?? '';
  if (!isOneOf(ACTIONS, did)) return undefined;
  const { undo } = CHANGES[did];
  const named = params.get('named')?.slice(0, SHORT_NAME);
  const back = safePath(params.get('back'), LIST);
  const fields = ['value', 'before', 'start'].map((name): [string, string] => [name, params.get(name) ?? '']);
  const ids = idsIn(params);
  return {
    person,
    action: did,
    isUndo: params.get('undid') === 'yes',
    named,
    done: countIn(params, 'count'),
    missed: countIn(params, 'missed'),
    remaining: 0,
    back,
    next:
      undo && params.get('action') === undo && ids.length > 0
        ? {
            key: undefined,
            fields: [
              ['action', undo],
              ['undo', 'yes'],
              ['ids', ids.join()],
              ['back', back],
              ['name', named ?? ''],
              ...fields,
            ],
          }
        : undefined,
  };
}

const SHORT_NAME = 500;
const countIn = (params: URLSearchParams, name: string): number => Number(params.get(name)) || 0;

/** The date of the form, so that the same form makes the same change again. */
function startIn(fields: URLSearchParams): string {
  const typed = fields.get('start') ?? '';
  return readDay(typed) ?? new Date().toISOString().slice(0, 10);
}

function readBefore(text: string): Before {
  const before = parseJson(text || '{}');
  if (!isBefore(before)) throw badRequest({ before: FORM_ERRORS.unreadable });
  return before;
}

const isBefore = (value: unknown): value is Before =>
  isRecord(value) &&
  Object.values(value).every(
    (pair) => Array.isArray(pair) && pair.length === 2 && pair.every((one) => one === null || typeof one === 'string'),
  );

const said = (fields: Record<string, string | undefined>): [string, string][] =>
  Object.entries(fields).flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : []));
