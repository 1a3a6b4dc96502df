import type { ToolDefinition } from '../../../tools/definition.ts';
import type { TouchedIds } from '../../../tools/undo/touched.ts';
import type { Read, UndoAfter } from '../../../tools/undo/undo.ts';
import type { CallResult, Client } from '../../client/client.ts';
import type { Operation } from '../../contract/schema/operation.ts';
import { sanitize } from '../../shared/text/sanitize.ts';
import { nameAssociations, namelessAssociations, shownContactNames } from '../replies/contact-names.ts';
import { rememberedReport, rememberReport, type WriteReport } from './replays.ts';
import { savedState } from './saved-state.ts';
import { contactIdsIn, contactIdsInReply, failedIds, MAX_NAMES, namesIn, touchedPeople } from './touched.ts';
import { undoText } from './undo-text.ts';

// A write's reply adds to the response: the people it touched, the saved state, and how to undo it
// (docs/replies.md#writes). The reads for this never fail a write: a field that cannot be read is missing.

type Fields = Record<string, unknown>;

export interface ReportedCall {
  client: Client;
  operation: Operation;
  definition: ToolDefinition;
  args: Fields;
  signal: AbortSignal | undefined;
  /** The key that the caller gave. A repeated call with it gets the same report. */
  key: string | undefined;
}

/** Adds contact names to a reply, and reports on the write. */
export type Reporter = (answer: CallResult<unknown>, reply: Fields) => Promise<WriteReport>;

const NOTHING: WriteReport = { fields: {}, next: [] };

/** Reads what a write replaces, before it. Returns a function that reports on the write. */
export async function prepareReport(call: ReportedCall, dryRun: boolean): Promise<Reporter> {
  if (call.operation.effect === 'read') return async () => NOTHING;
  const before = await orLeftOut(readBefore(call, dryRun));
  return async (answer, reply) => {
    const known = call.key && answer.replayed ? rememberedReport(call.client, call.key) : undefined;
    if (known) {
      await orLeftOut(namesFor(call.client, [reply], [], new Map()));
      return known;
    }
    const report = before && (await orLeftOut(reportOn(call, before, { answer, reply, dryRun })));
    if (call.key && !dryRun && report) rememberReport(call.client, call.key, report);
    return report ?? NOTHING;
  };
}

interface Before {
  /** Ids of contacts in the arguments. */
  named: string[];
  /** Contacts of the changed records. */
  touched: TouchedIds;
  /** Names of contacts that were read. */
  names: ReadonlyMap<string, string>;
  undo: UndoAfter<unknown> | undefined;
}

async function readBefore(call: ReportedCall, dryRun: boolean): Promise<Before> {
  const { operation, definition, args } = call;
  const { touches, undo } = definition;
  const client = promptClient(call);
  const names = new Map<string, string>();
  const read = readerOf(client, names);
  const named = touches === 'none' ? [] : contactIdsIn(operation, args);
  const [touched, undoAfter, deleted] = await Promise.all([
    typeof touches === 'function' ? orLeftOut(touches(args as never, read)) : undefined,
    typeof undo === 'object' && !dryRun ? orLeftOut((async () => undo.prepare(args, read))()) : undefined,
    operation.effect === 'delete' && named.length > 0
      ? orLeftOut(shownContactNames(client, named.slice(0, MAX_NAMES)))
      : undefined,
  ]);
  return { named, touched: touched ?? { ids: [] }, names: new Map([...names, ...(deleted ?? [])]), undo: undoAfter };
}

interface Written {
  answer: CallResult<unknown>;
  reply: Fields;
  dryRun: boolean;
}

async function reportOn(call: ReportedCall, before: Before, { answer, reply, dryRun }: Written): Promise<WriteReport> {
  const { definition } = call;
  const client = promptClient(call);
  const failed = new Set(failedIds(reply));
  const inReply = definition.touches === 'none' ? [] : contactIdsInReply(reply);
  const named = [...new Set([...before.named, ...before.touched.ids, ...inReply])].filter((id) => !failed.has(id));
  const ids = definition.touches === 'ids' ? (reply.ids as string[]) : named;
  const known = new Map(before.names);
  const read = readerOf(client, known);
  const [state, undo] = await Promise.all([
    dryRun ? undefined : orLeftOut(savedState(call, reply, named, read)),
    dryRun ? undefined : orLeftOut(undoOf(definition, before, answer, read)),
  ]);
  const names = await namesFor(client, [reply, state ?? {}], ids, known);
  const count = Math.max(ids.length, before.touched.count ?? 0);
  const saved = !dryRun && (state !== undefined || hasRecord(reply));
  return {
    fields: {
      ...state,
      ...(count > 0 && { touched: touchedPeople(ids, names, count) }),
      ...(undo && { undo }),
    },
    next: [...alsoDeleted(definition, reply, dryRun), ...(saved ? [SAVED] : [])],
  };
}

/** Leaves room for the response: the state and the undo are left out if they are more than half of a reply. */
export function fittingReport(fields: WriteReport['fields'], budget: number) {
  const sizeOf = (value: object) => Buffer.byteLength(JSON.stringify(value));
  const { touched, undo } = fields;
  const smaller = [fields, { ...(touched && { touched }), ...(undo && { undo }) }, { ...(touched && { touched }) }, {}];
  const fitting = smaller.find((one) => sizeOf(one) <= budget / 2) ?? {};
  return { fields: fitting, budget: budget - sizeOf(fitting) };
}

const SAVED = 'This is the saved state; no need to read it again.';

/** Lists the records deleted along with it. In a dry run, also how to restore them; otherwise `undo` does. */
function alsoDeleted({ undo }: ToolDefinition, reply: Fields, dryRun: boolean): string[] {
  if (typeof undo !== 'object' || undo.deletes === undefined || reply.affected === 0) return [];
  return [dryRun ? `${undo.deletes}. For 30 days restore_from_trash brings everything back.` : `${undo.deletes}.`];
}

async function undoOf(
  { undo }: ToolDefinition,
  before: Before,
  answer: CallResult<unknown>,
  read: Read,
): Promise<string | undefined> {
  if (typeof undo === 'string') return undo;
  const steps = await before.undo?.(answer.data, read);
  // A call whose first response was lost finds its own changes before it.
  return steps === undefined || (answer.replayed && steps.length === 0) ? undefined : undoText(steps);
}

/** Looks up the names of touched and associated contacts in one request, and adds them to the associations. */
async function namesFor(
  client: Client,
  replies: Fields[],
  ids: readonly string[],
  known: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const names = new Map([...known, ...replies.flatMap(namesIn)]);
  const associations = replies.flatMap(namelessAssociations);
  const wanted = [...ids.slice(0, MAX_NAMES), ...associations.map(({ contactId }) => contactId)];
  const missing = wanted.filter((id) => !names.has(id));
  if (missing.length > 0)
    for (const [id, name] of (await orLeftOut(shownContactNames(client, missing))) ?? []) names.set(id, name);
  nameAssociations(associations, names);
  return names;
}

/** Fields of a response that are not the written record. */
const COUNTS = new Set(['affected', 'ids', 'failed', 'count', 'restored', 'pagination', 'batch', 'meant', 'warnings']);

const hasRecord = (reply: Fields): boolean => Object.keys(reply).some((name) => !COUNTS.has(name));

/** Maximum wait for each extra read, so that a busy service does not delay the reply of a write that it has done. */
const DEADLINE_MS = 3_000;

const promptClient = ({ client, signal }: ReportedCall): Client => ({
  ...client,
  call: (name, args, options) => client.call(name, args, { signal, deadlineMs: DEADLINE_MS, ...options }),
});

/** Equal reads run once. Adds the names of contacts in their responses to `names`. */
function readerOf(client: Client, names: Map<string, string>): Read {
  const running = new Map<string, Promise<unknown>>();
  return ((name, args) => {
    const key = JSON.stringify([name, args]);
    const known = running.get(key) ?? client.call(name, args).then(({ data }) => withNames(data));
    running.set(key, known);
    return known;
  }) as Read;

  function withNames<T>(data: T): T {
    for (const [id, name] of namesIn(data as Fields)) names.set(id, sanitize(name));
    return data;
  }
}

/** Anything may fail after the write, also by a response of an unknown form. The write itself succeeded. */
const orLeftOut = <T>(extra: Promise<T>): Promise<T | undefined> => extra.catch(() => undefined);
