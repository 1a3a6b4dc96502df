import { toolTexts } from '../../tools/tools.ts';
import { argumentPlaces, placeArguments } from '../catalogue/arguments.ts';
import { partSchemas } from '../catalogue/check.ts';
import { KithError } from '../catalogue/error.ts';
import { readLeniently } from '../catalogue/lenient.ts';
import { refuseDeep } from '../catalogue/nesting.ts';
import type { Operation } from '../catalogue/operation.ts';
import { type OperationName, operation as operationNamed } from '../catalogue/operations.ts';
import type { CallResult, Client } from '../client/client.ts';
import { cutTexts, pageList, replyBytes, rowsThatFit } from './budget.ts';
import { extrasOf, takeExtraArguments } from './extra-arguments.ts';
import { type Report, reporter } from './progress.ts';
import { namesOf, QuestionPut, question } from './question.ts';
import { trimReply } from './reply.ts';
import { withContactRows } from './rows.ts';
import { BESIDE_REPLY_BYTES, failure, success, type ToolResult } from './tool-result.ts';

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
    throw error;
  }
}

async function run(client: Client, { name, args, signal, ask, onProgress }: ToolCall): Promise<ToolResult> {
  const operation = operationNamed(name as OperationName);
  const confirmable = !!toolTexts[name as OperationName].confirm;
  const { own, extra } = takeExtraArguments(extrasOf(operation, confirmable), args);
  const read = readArguments(operation, own);
  // Also what came as text: a remote service is sent nothing that cannot be walked.
  refuseDeep(read);
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
  let data = shaped(answer.data);
  const budget = replyBytes() - BESIDE_REPLY_BYTES;
  const list = pageList(data);
  const json = JSON.stringify(data);
  const fits = Buffer.byteLength(json) <= budget;
  // As nearly always: what was measured is what goes out.
  if (fits && !dryRun) return success(data, meta(answer), json);
  let cut = {};
  if (size && list && !fits) {
    // Asking again for fewer rows gives the cursor that goes on exactly behind the last one shown.
    const rows = rowsThatFit(data, list, budget);
    if (rows < (data[list] as unknown[]).length) {
      data = shaped((await call({ ...wanted, [size]: rows })).data);
      cut = { next: `Cut after ${rows} rows to fit. ${goOn(data)}` };
    }
  }
  const about = unconfirmed ? await whom(answer.data) : {};
  const notice = { ...cut, ...(dryRun && { dry_run: true }), ...(unconfirmed && { next: ASK_AGAIN }) };
  return success({ ...cutTexts({ ...data, ...about }, budget), ...notice }, meta(answer));

  function shaped(payload: unknown): Record<string, unknown> {
    const named = operation.bareName ? { [operation.bareName]: payload } : (payload as Record<string, unknown>);
    return withContactRows(trimReply(named), wanted);
  }

  /** Whether the person said yes; false where the host cannot ask. */
  async function agreed(): Promise<boolean> {
    if (!ask) return false;
    const said = ask();
    if (said === undefined) {
      const rehearsal = await call(wanted, { dryRun: true });
      throw new QuestionPut(
        await question(client, name as OperationName, wanted, rehearsal.data as Record<string, unknown>),
      );
    }
    if (!said) {
      throw new KithError('Forbidden', 'The person said no; nothing was changed.', {
        hint: 'Do not call again unless they ask for it.',
      });
    }
    return true;
  }

  /** The names behind a rehearsal that answers ids alone: a person says yes to people, not to ids. */
  async function whom(rehearsed: unknown): Promise<Record<string, unknown>> {
    if (name !== 'bulk_delete_contacts') return {};
    return trimReply({ contacts: await namesOf(client, (rehearsed as { ids: string[] }).ids) });
  }
}

/** A page goes on at its cursor; calendars have none. */
const goOn = ({ pagination }: { pagination?: { nextCursor?: unknown } }): string =>
  pagination?.nextCursor
    ? 'Go on with cursor set to pagination.nextCursor.'
    : 'Ask for a shorter dateRange to see the rest.';

const ASK_AGAIN = 'Nothing was changed yet. Show the person what would happen, then call again with confirm: true.';

/** Arguments by the types they should have; models often send numbers, booleans and objects as text. */
function readArguments(operation: Operation, args: Record<string, unknown>): Record<string, unknown> {
  const { path, query, body } = placeArguments(operation, args);
  const schemas = partSchemas(operation);
  const readQuery = readLeniently(schemas.query, query) as Record<string, unknown>;
  const readBody = schemas.body ? readLeniently(schemas.body, body) : undefined;
  if (operation.listArgument)
    return { ...path, ...readQuery, ...(readBody !== undefined && { [operation.listArgument]: readBody }) };
  const inner = operation.wrapper ? (readBody as Record<string, unknown>)[operation.wrapper] : readBody;
  return { ...path, ...readQuery, ...(inner as Record<string, unknown> | undefined) };
}

function meta({ idempotencyKey, replayed, deprecation, missing }: CallResult<unknown>) {
  const told = {
    ...(idempotencyKey && { 'kith/idempotencyKey': idempotencyKey, 'kith/replayed': replayed }),
    ...(deprecation && { 'kith/deprecation': deprecation }),
    ...(missing && { 'kith/missing': missing }),
  };
  return Object.keys(told).length > 0 ? told : undefined;
}
