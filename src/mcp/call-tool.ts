import { toolTexts } from '../../tools/tools.ts';
import { argumentPlaces, placeArguments } from '../catalogue/arguments.ts';
import { partSchemas } from '../catalogue/check.ts';
import { KithError } from '../catalogue/error.ts';
import { readLeniently } from '../catalogue/lenient.ts';
import type { Operation } from '../catalogue/operation.ts';
import { type OperationName, operation as operationNamed } from '../catalogue/operations.ts';
import type { Client } from '../client/client.ts';
import { cutTexts, pageList, replyBytes, rowsThatFit } from './budget.ts';
import { takeExtraArguments } from './extra-arguments.ts';
import { trimReply, withoutHidden } from './reply.ts';

export interface ToolCall {
  name: string;
  args: Record<string, unknown>;
  signal?: AbortSignal | undefined;
  /** What the person said to the question; undefined while it has not been put. Absent where the host cannot ask. */
  ask?: (() => boolean | undefined) | undefined;
}

export interface ToolResult {
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: true;
  _meta?: Record<string, unknown>;
}

/** Thrown when the host must first put a question to the person. */
export class QuestionPut extends Error {
  constructor(readonly question: string) {
    super('a question is out');
  }
}

const DEFAULT_ROWS = 20;

/** Runs a tool. A refusal is a result that an agent can act on, never a thrown error; so is a service that does not open. */
export async function callTool(open: () => Promise<Client>, call: ToolCall): Promise<ToolResult> {
  try {
    return await run(await open(), call);
  } catch (error) {
    if (error instanceof KithError) return failure(error);
    throw error;
  }
}

async function run(client: Client, { name, args, signal, ask }: ToolCall): Promise<ToolResult> {
  const operation = operationNamed(name as OperationName);
  const { own, extra } = takeExtraArguments(args);
  const read = readArguments(operation, own);
  // The agenda says limit where all other lists say take.
  const size = ['take', 'limit'].find((name) => argumentPlaces(operation).has(name));
  const wanted = size && read[size] === undefined ? { ...read, [size]: DEFAULT_ROWS } : read;
  const options = { idempotencyKey: extra.idempotencyKey, signal };

  const consent = toolTexts[name as OperationName].confirm && !extra.dryRun && !extra.confirm;
  const unconfirmed = consent ? !(await agreed()) : false;
  const dryRun = extra.dryRun || unconfirmed;
  const answer = await client.call(name as OperationName, wanted as never, { ...options, dryRun });
  let data = named(operation, answer.data);
  const budget = replyBytes();
  const list = pageList(data);
  if (size && list && Buffer.byteLength(JSON.stringify(data)) > budget) {
    // Asking again for fewer rows gives the cursor that goes on exactly behind the last one shown.
    const take = rowsThatFit(data, list, budget);
    if (take < (data[list] as unknown[]).length) {
      data = named(
        operation,
        (await client.call(name as OperationName, { ...wanted, [size]: take } as never, options)).data,
      );
    }
  }
  const reply: Record<string, unknown> = { ...cutTexts(data, budget), ...(dryRun && { dry_run: true }) };
  const text = JSON.stringify(reply) + (unconfirmed ? `\n${ASK_AGAIN}` : '');
  return { content: [{ type: 'text', text }], structuredContent: reply, ...meta(answer) };

  /** Whether the person said yes; false where the host cannot ask. */
  async function agreed(): Promise<boolean> {
    if (!ask) return false;
    const rehearsal = await client.call(name as OperationName, wanted as never, { ...options, dryRun: true });
    const put = await question(client, operation, wanted, rehearsal.data as Record<string, unknown>);
    const said = ask();
    if (said === undefined) throw new QuestionPut(put);
    if (!said) throw new KithError('Forbidden', 'The person said no; nothing was changed.');
    return true;
  }
}

const ASK_AGAIN = 'Nothing was changed yet. Show the person what would happen, then call again with confirm: true.';

/** What to ask the person, from what the rehearsal would have done. */
async function question(
  client: Client,
  { name }: Operation,
  args: Record<string, unknown>,
  data: Record<string, unknown>,
): Promise<string> {
  const count = (value: unknown) => (Array.isArray(value) ? value.length : 0);
  const { title } = toolTexts[name as OperationName];
  if (name === 'merge_contacts') return `${title}: make ${count(data.merged)} contact(s) out of their duplicates?`;
  if (name === 'delete_group') {
    const { group } = (await client.call('get_group', { groupId: String(args.groupId) })).data;
    return `${title}: delete "${withoutHidden(group.name)}" with its favorites and share links? Its ${group._count.groups_contacts} contact(s) stay.`;
  }
  if (name === 'merge_groups') {
    const lost = `${count(data.deletedFavoriteIds)} favorite(s) and ${count(data.deletedShareLinkIds)} share link(s)`;
    return `${title}: make ${count(data.mergedGroupIds) + 1} groups into "${withoutHidden(String(args.finalName))}" of ${count(data.contactIds)} contact(s)? ${lost} will be deleted.`;
  }
  if (name === 'bulk_delete_contacts') return `${title}: delete ${String(data.affected)} contact(s)?`;
  return `${title}: go ahead? This cannot be taken back.`;
}

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

function named(operation: Operation, data: unknown): Record<string, unknown> {
  return trimReply(operation.bareName ? { [operation.bareName]: data } : (data as Record<string, unknown>));
}

function meta({ idempotencyKey, replayed }: { idempotencyKey?: string; replayed: boolean }) {
  if (!idempotencyKey) return {};
  return { _meta: { 'kith/idempotencyKey': idempotencyKey, 'kith/replayed': replayed } };
}

/** Code, message, what to do, and how long to wait: all that a next step needs, in our own words. */
export function failure(error: KithError): ToolResult {
  const { code, message, hint, details } = error;
  const wait = error.retryAfter ? { retry_after_seconds: error.retryAfter } : {};
  const body = { error: { code, message, ...(hint && { hint }), ...(details && { details }), ...wait } };
  return { content: [{ type: 'text', text: JSON.stringify(body) }], isError: true };
}
