import { toolTexts } from '../../../tools/tools.ts';
import type { CallResult, Client } from '../../client/client.ts';
import { KithError } from '../../contract/error.ts';
import { type OperationName, operation as operationNamed } from '../../contract/operations.ts';
import { argumentPlaces } from '../../contract/schema/arguments.ts';
import { coerceArguments } from '../../contract/schema/coerce.ts';
import { refuseLarge } from '../../contract/schema/request-size.ts';
import { namesOf, withLinkNames } from '../replies/contact-names.ts';
import { withContactRows } from '../replies/contact-summaries.ts';
import { cutToFit, fittingRows, pageList, replyBytes } from '../replies/reply-size.ts';
import { trimReply } from '../replies/trim-reply.ts';
import { QuestionPut, question } from './confirmation.ts';
import { extrasOf, takeExtraArguments } from './extra-arguments.ts';
import { type Report, reporter } from './progress.ts';
import { BESIDE_REPLY_BYTES, failure, success, type ToolResult } from './result.ts';

export interface ToolCall {
  name: string;
  args: Record<string, unknown>;
  signal?: AbortSignal | undefined;
  /** What the person said to the question; undefined while it has not been put. Absent where the host cannot ask. */
  ask?: (() => boolean | undefined) | undefined;
  /** Told how far a call of many rows is. */
  onProgress?: Report | undefined;
}

/** How many rows a list shows unless the call says otherwise, under whichever name the operation has for it. */
const DEFAULT_ROWS = 20;
const PAGE_SIZES = ['take', 'limit'];

/** Runs a tool. A refusal is a result that an agent can act on, never a thrown error; so is a service that does not open. */
export async function callTool(open: () => Promise<Client>, call: ToolCall): Promise<ToolResult> {
  try {
    return await run(await open(), call);
  } catch (error) {
    if (error instanceof KithError) return failure(error);
    if (isUnlike(error)) return failure(unlike(error));
    throw error;
  }
}

/** Nothing stands where something belongs, or it is nested deeper than a stack goes. */
const isUnlike = (error: unknown): error is Error => error instanceof TypeError || error instanceof RangeError;

/** For an answer that lacks what a reply is made of, or has something else there: a service elsewhere may answer anything. */
const unlike = (cause: Error, key?: string): KithError =>
  new KithError('InternalServerError', 'The service answered in a shape that this version of kith does not know.', {
    hint: key
      ? `The call took effect: read the record rather than make it again. It went out with idempotency_key ${key}.`
      : 'Check that KITH_BASE_URL points to the API itself, and that kith and the service are up to date.',
    ...(key && { details: { idempotency_key: key } }),
    cause,
  });

async function run(client: Client, { name, args, signal, ask, onProgress }: ToolCall): Promise<ToolResult> {
  refuseLarge(args);
  const operation = operationNamed(name as OperationName);
  const confirmable = !!toolTexts[name as OperationName].confirm;
  const { own, extra } = takeExtraArguments(extrasOf(operation, confirmable), args);
  // Models often send numbers, booleans and objects as text.
  const read = coerceArguments(operation, own);
  // Also what came as text: a remote service is sent nothing that cannot be walked.
  refuseLarge(read);
  const size = PAGE_SIZES.find((one) => argumentPlaces(operation).has(one));
  const wanted = size && read[size] === undefined ? { ...read, [size]: DEFAULT_ROWS } : read;
  const call = (given: Record<string, unknown>, options: object = {}) =>
    client.call(name as OperationName, given as never, { idempotencyKey: extra.idempotencyKey, signal, ...options });

  const consent = confirmable && !extra.dryRun && !extra.confirm;
  const unconfirmed = consent ? !(await agreed()) : false;
  const dryRun = extra.dryRun || unconfirmed;
  const answer = await reporter(
    wanted,
    dryRun ? undefined : onProgress,
  )((report) => call(wanted, { dryRun, onProgress: report }));
  try {
    return await replyTo(answer);
  } catch (error) {
    throw isUnlike(error) ? unlike(error, answer.idempotencyKey) : error;
  }

  async function replyTo(answer: CallResult<unknown>): Promise<ToolResult> {
    const whole = await shaped(answer.data);
    const budget = replyBytes() - BESIDE_REPLY_BYTES - NOTICE_BYTES;
    const json = JSON.stringify(whole);
    // As nearly always: what was measured is what goes out.
    if (!dryRun && Buffer.byteLength(json) <= budget) return success(whole, meta(answer), json);
    const list = size && pageList(whole);
    const data = list
      ? await fittingRows(whole, list, budget, async (rows) => shaped((await call({ ...wanted, [size]: rows })).data))
      : whole;
    const cut = list && data !== whole && { next: `Cut after ${lengthOf(data[list])} rows to fit. ${goOn(data)}` };
    const asked = unconfirmed ? await whatToAsk(answer.data) : undefined;
    const notice = { ...cut, ...(dryRun && { dry_run: true }), ...(asked && { next: ASK_AGAIN }) };
    const about = asked ? { question: asked, ...(await whom(answer.data)) } : {};
    return success({ ...cutToFit({ ...data, ...about }, budget), ...notice }, meta(answer));
  }

  async function shaped(payload: unknown): Promise<Record<string, unknown>> {
    const reply = trimReply(operation.bareName ? { [operation.bareName]: payload } : (payload as typeof args));
    const rows = withContactRows(reply, wanted);
    return operation.effect === 'read' ? withLinkNames(client, rows) : rows;
  }

  /** Whether the person said yes; false where the host cannot ask. */
  async function agreed(): Promise<boolean> {
    if (!ask) return false;
    const said = ask();
    if (said === undefined) {
      const rehearsed = await call(wanted, { dryRun: true }).catch(unlessGone);
      const asked = rehearsed && (await whatToAsk(rehearsed.data));
      // Nothing is left to do, so nothing to ask: a call that is made again under its key is answered from its record.
      if (asked === undefined) return extra.idempotencyKey !== undefined;
      throw new QuestionPut(asked);
    }
    if (!said) {
      throw new KithError('Forbidden', 'The person said no; nothing was changed.', {
        hint: 'Do not call again unless they ask for it.',
      });
    }
    return true;
  }

  /** Whether a call that is made again under its key finds that it has been done. */
  function unlessGone(error: unknown): undefined {
    if (!extra.idempotencyKey || !(error instanceof KithError) || error.status !== 404) throw error;
  }

  /** The people whom a rehearsal of a bulk delete names by id alone. */
  async function whom(rehearsed: unknown): Promise<Record<string, unknown>> {
    if (name !== 'bulk_delete_contacts') return {};
    const names = await namesOf(client, (rehearsed as { ids: string[] }).ids);
    return { contacts: [...names].map(([id, full_name]) => ({ id, full_name })) };
  }

  /** The question with the names behind the ids: a person says yes to people, not to ids. */
  function whatToAsk(rehearsed: unknown): Promise<string | undefined> {
    return question(client, name as OperationName, wanted, rehearsed as Record<string, unknown>);
  }
}

/** A page goes on at its cursor; calendars have none. */
const goOn = ({ pagination }: { pagination?: { nextCursor?: unknown } }): string =>
  pagination?.nextCursor
    ? 'Go on with cursor set to pagination.nextCursor.'
    : 'Ask for a shorter dateRange to see the rest.';

const ASK_AGAIN = 'Nothing was changed yet. Put the question to the person; on a yes call again with confirm: true.';

/** Room for the words that go beside a reply. */
const NOTICE_BYTES = 200;

const lengthOf = (list: unknown): number => (list as unknown[]).length;

function meta({ idempotencyKey, replayed, deprecation, missing }: CallResult<unknown>) {
  const told = {
    ...(idempotencyKey && { 'kith/idempotencyKey': idempotencyKey, 'kith/replayed': replayed }),
    ...(deprecation && { 'kith/deprecation': deprecation }),
    ...(missing && { 'kith/missing': missing }),
  };
  return Object.keys(told).length > 0 ? told : undefined;
}
