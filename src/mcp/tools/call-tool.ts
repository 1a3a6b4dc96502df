import type { ToolDefinition } from '../../../tools/definition.ts';
import { toolDefinitions } from '../../../tools/tools.ts';
import type { CallOptions, CallResult, Client } from '../../client/client.ts';
import { operation as operationNamed, type ToolName } from '../../contract/operations.ts';
import { pageSizeArgument } from '../../contract/schema/arguments.ts';
import { coerceArguments } from '../../contract/schema/coerce.ts';
import { refuseUnknownFlags } from '../../contract/schema/flags.ts';
import type { Operation } from '../../contract/schema/operation.ts';
import { refuseLarge } from '../../contract/schema/request-size.ts';
import { KithError } from '../../shared/error.ts';
import { alsoMatching } from '../lists/also-matching.ts';
import { INCLUDED, withFewDetailed } from '../lists/few-contacts.ts';
import type { ResolvedName } from '../names/name.ts';
import { resolveIds } from '../names/resolve-ids.ts';
import { inAccountZone, type ZonedClient } from '../replies/account-zone.ts';
import { withContactNames } from '../replies/contact-names.ts';
import { withContactSummaries } from '../replies/contact-summaries.ts';
import { fittedOverview, omitted } from '../replies/overview-size.ts';
import { withPageMarked } from '../replies/page-marks.ts';
import { fittingRows, pageList, replyBytes, truncateToFit } from '../replies/reply-size.ts';
import { errorResult, MARK_BYTES, successResult, type ToolResult, withMarks } from '../replies/result.ts';
import { expired, unaddressed, withShareAddresses } from '../replies/share-addresses.ts';
import { withShownNames } from '../replies/shown-names.ts';
import { trimRecord, trimReply } from '../replies/trim-reply.ts';
import type { WriteReport } from '../writes/replays.ts';
import { fittingReport, prepareReport } from '../writes/report.ts';
import { withBareDays } from './bare-days.ts';
import { isConfirmed, type PersonPrompt, questionWithNames } from './confirmation.ts';
import { withHints } from './error-hints.ts';
import { type ExtraArguments, extrasOf, takeExtraArguments } from './extra-arguments.ts';
import { type ReportProgress, reporter } from './progress.ts';

export interface ToolCall {
  name: string;
  args: Record<string, unknown>;
  signal?: AbortSignal | undefined;
  /** Absent if the client cannot ask the person. */
  ask?: PersonPrompt | undefined;
  /** Returns the origin of the web app, for share links; undefined if it is unknown. */
  webOrigin?: (() => Promise<string | undefined>) | undefined;
  /** Called with the progress of a bulk call. */
  onProgress?: ReportProgress | undefined;
}

/** Default number of rows in a list. */
const DEFAULT_ROWS = 20;
/** Results are long, and the best are first. */
const SEARCH_ROWS = 10;

/** Runs a tool. Returns errors as results that an agent can act on, including a service that does not open. */
export async function callTool(open: () => Promise<Client>, call: ToolCall): Promise<ToolResult> {
  try {
    const client = inAccountZone(await open());
    return await run(client, call).catch((error) => refused(client, call, error));
  } catch (error) {
    if (error instanceof KithError) return errorResult(error);
    if (isUnexpectedShape(error)) return errorResult(unexpectedShape(error));
    throw error;
  }
}

async function refused(client: ZonedClient, { name, args }: ToolCall, error: unknown): Promise<never> {
  throw error instanceof KithError ? await withHints(operationNamed(name as ToolName), error, args, client) : error;
}

/** A call with parsed arguments. */
interface ReadCall {
  client: Client;
  operation: Operation;
  definition: ToolDefinition;
  args: Record<string, unknown>;
  /** Name of the page size argument, if the operation is paged. */
  pageSize: string | undefined;
  extra: ExtraArguments;
  /** Records that names in the arguments resolved to. */
  meant: ResolvedName[];
  signal: AbortSignal | undefined;
  /** Adds what a list left out. */
  also(reply: Record<string, unknown>): Promise<Record<string, unknown>>;
  send(args: Record<string, unknown>, options?: CallOptions): Promise<CallResult<unknown>>;
}

async function run(
  client: ZonedClient,
  { name, args, signal, ask, webOrigin, onProgress }: ToolCall,
): Promise<ToolResult> {
  const call = await readCall(client, name as ToolName, args, signal);
  const { extra, send } = call;
  const unconfirmed = needsConsent(call) && !(await isConfirmed(call, call.definition, ask));
  const dryRun = extra.dryRun || unconfirmed;
  const reportWrite = await prepareReport({ ...call, key: extra.idempotencyKey }, dryRun);
  const report = reporter(call.args, dryRun ? undefined : onProgress);
  const answer = await report((onProgress) => send(call.args, { dryRun, onProgress }));
  try {
    const whole = await withShareAddresses(await replyOf(call, answer.data), { webOrigin, dryRun });
    const written = await reportWrite(answer, whole);
    const asked = unconfirmed && (ask ? ASK_IN_CHAT : ASK_AGAIN);
    return await replyTo(call, answer, { whole, written, dryRun, unconfirmed: asked });
  } catch (error) {
    throw isUnexpectedShape(error) ? unexpectedShape(error, answer.idempotencyKey) : error;
  }
}

async function readCall(
  client: ZonedClient,
  name: ToolName,
  args: ToolCall['args'],
  signal: AbortSignal | undefined,
): Promise<ReadCall> {
  refuseLarge(args);
  const operation = operationNamed(name);
  const definition = toolDefinitions[name];
  const { own, extra } = takeExtraArguments(extrasOf(operation, !!definition.confirm), args);
  // Models often send numbers, booleans and objects as strings.
  const read = coerceArguments(operation, own);
  refuseUnknownFlags(operation, read);
  // Also checks values that were parsed from strings, so that no deeply nested value reaches a remote service.
  refuseLarge(read);
  const resolved = await resolveIds({ client, signal }, operation, await withBareDays(operation, read, client.zone));
  const pageSize = pageSizeArgument(operation);
  const defaults = {
    ...(pageSize && { [pageSize]: name === 'search' ? SEARCH_ROWS : DEFAULT_ROWS }),
    ...(INCLUDED[name] && { include: INCLUDED[name] }),
  };
  const wanted = { ...resolved.args };
  for (const [argument, value] of Object.entries(defaults)) wanted[argument] ??= value;
  const send = (given: ToolCall['args'], options: CallOptions = {}): Promise<CallResult<unknown>> =>
    client.call(name, given as never, { idempotencyKey: extra.idempotencyKey, signal, ...options });
  const also = alsoMatching({ client, signal }, name, wanted);
  return { client, operation, definition, args: wanted, pageSize, extra, meant: resolved.meant, signal, also, send };
}

const needsConsent = ({ definition, extra }: ReadCall): boolean => !!definition.confirm && !extra.dryRun;

interface Written {
  whole: Record<string, unknown>;
  written: WriteReport;
  dryRun: boolean;
  unconfirmed: string | false;
}

async function replyTo(
  call: ReadCall,
  answer: CallResult<unknown>,
  { whole, written, dryRun, unconfirmed }: Written,
): Promise<ToolResult> {
  const told = [...written.next, ...unaddressed(whole), ...expired(whole), ...omitted(whole)];
  if (!dryRun) {
    const marked = withMarks({ ...whole, ...written.fields }, told);
    const json = JSON.stringify(marked);
    // Nearly every reply fits, so the JSON that was measured is reused.
    if (Buffer.byteLength(json) <= replyBytes()) return successResult(marked, meta(call, answer), json);
  }
  const { fields, budget } = fittingReport(written.fields, replyBytes() - MARK_BYTES);
  const { data, cut } = await fitRows(call, whole, budget);
  const asked = unconfirmed ? await questionWithNames(call, call.definition, answer.data) : undefined;
  const fitted = { ...truncateToFit({ ...data, ...asked }, budget), ...fields, ...(dryRun && { dry_run: true }) };
  const next = [...(unconfirmed && asked ? [unconfirmed] : []), ...(cut ? [cut] : []), ...told];
  return successResult(withMarks(fitted, next), meta(call, answer));
}

/** Requests the page again with fewer rows until the reply fits. */
async function fitRows(call: ReadCall, whole: Record<string, unknown>, budget: number) {
  const { pageSize, args, send } = call;
  const list = pageSize && pageList(whole);
  if (!list) return { data: whole };
  const data = await fittingRows(whole, list, budget, async (rows) =>
    replyOf(call, (await send({ ...args, [pageSize]: rows })).data),
  );
  if (data === whole) return { data };
  return { data, cut: `Cut after ${(data[list] as unknown[]).length} rows to fit. ${goOn(data)}` };
}

/** Converts a response into the reply for the model. */
async function replyOf(
  { client, operation, args, meant, also }: ReadCall,
  answered: unknown,
): Promise<Record<string, unknown>> {
  const data = operation.bareName ? { [operation.bareName]: answered } : (answered as Record<string, unknown>);
  const reply = withPageMarked(withContactSummaries(await trimReply(data), args));
  const named = operation.effect === 'read' ? await withContactNames(client, await shown(client, reply, args)) : reply;
  const told = await also(await withFewDetailed(client, operation.name as ToolName, named, args));
  const fitted = operation.name === 'overview' ? fittedOverview(told) : told;
  return meant.length > 0 ? { ...fitted, meant: toldOf(meant) } : fitted;
}

/** Leaves names out if the caller selected fields without them. */
const shown = (client: Client, reply: Record<string, unknown>, { select }: Record<string, unknown>) =>
  select && Object.keys(select).length > 0 && !(select as Record<string, unknown>).full_name
    ? reply
    : withShownNames(client, reply);

/** How to get the next page. Calendar lists have no cursor. */
const goOn = ({ pagination }: { pagination?: { nextCursor?: unknown } }): string =>
  pagination?.nextCursor
    ? 'For the next page, set cursor to pagination.nextCursor.'
    : 'For the rest, use a shorter dateRange.';

const ASK_AGAIN =
  'Nothing was changed yet. If the person just asked for exactly this, call again with confirm: true. Otherwise, ask them first.';

const ASK_IN_CHAT =
  'Nothing was changed yet: the question was not shown, or was closed without a yes. Ask it in the chat. If the person says yes, call again with the same arguments and confirm: true. If they say no, stop.';

/** Maximum number of resolved names in a reply. */
const MEANT_TOLD = 20;

/** Resolved names for the reply. */
const toldOf = (meant: ResolvedName[]) => trimRecord({ meant: meant.slice(0, MEANT_TOLD) }).meant;

function meta({ meant }: ReadCall, { idempotencyKey, replayed, deprecation, missing }: CallResult<unknown>) {
  const told = {
    ...(idempotencyKey && { 'kith/idempotencyKey': idempotencyKey, 'kith/replayed': replayed }),
    ...(deprecation && { 'kith/deprecation': deprecation }),
    ...(missing && { 'kith/missing': missing }),
    ...(meant.length > 0 && { 'kith/meant': toldOf(meant) }),
  };
  return Object.keys(told).length > 0 ? told : undefined;
}

/** A field is missing in the response, or the response is nested too deeply. */
const isUnexpectedShape = (error: unknown): error is Error => error instanceof TypeError || error instanceof RangeError;

/** Error for a response that cannot become a reply. A remote service may send anything. */
const unexpectedShape = (cause: Error, key?: string): KithError =>
  new KithError('InternalServerError', 'This version of kith does not know the format of the response.', {
    hint: key
      ? `The call took effect. Read the record instead of creating it again. The call had idempotency_key ${key}.`
      : 'Check that KITH_BASE_URL points to the API itself, and that kith and the service are up to date.',
    ...(key && { details: { idempotency_key: key } }),
    cause,
  });
