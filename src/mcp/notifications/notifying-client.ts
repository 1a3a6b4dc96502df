import type { ToolDefinition } from '../../../tools/definition.ts';
import { toolDefinitions } from '../../../tools/tools.ts';
import type { CallOptions, Client } from '../../client/client.ts';
import { operation as operationNamed, type ToolName } from '../../contract/operations.ts';
import type { Operation } from '../../contract/schema/operation.ts';
import { KithError } from '../../shared/error.ts';
import { ANYTHING, type Notices, type ResourceChange } from './notices.ts';

/** A client that publishes what its calls change. */
export function notifyingClient(client: Client, notices: Notices, userId: string): Client {
  const call: Client['call'] = async (name, args, options: CallOptions = {}) => {
    const operation = operationNamed(name);
    if (operation.effect === 'read' || options.dryRun) return client.call(name, args, options);
    const publish = (...answer: unknown[]) => notices.publish(userId, () => changeBy(operation, [args, ...answer]));
    try {
      const result = await client.call(name, args, options);
      if (!result.replayed && !didNothing(result.data)) publish(result.data);
      return result;
    } catch (error) {
      // Part of it may be done: some chunks of a bulk call, or all of it when only the answer was lost.
      if (!isRefusal(error)) publish();
      throw error;
    }
  };
  return { ...client, call };
}

/** Refused as a whole, before anything was done: `done` tells of parts that were. */
const REFUSALS = ['BadRequest', 'Unauthorized', 'Forbidden', 'NotFound', 'Conflict', 'PayloadTooLarge', 'rate_limited'];
const isRefusal = (error: unknown): boolean =>
  error instanceof KithError && REFUSALS.includes(error.code) && !error.details?.done;

/** Whether an answer says that the write changed nothing: no row was affected, nothing came back. */
export function didNothing(data: unknown): boolean {
  const { affected, restored } = (data ?? {}) as { affected?: unknown; restored?: unknown };
  return affected === 0 || (Array.isArray(restored) && restored.length === 0);
}

const IDS = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** The change that a write made: from its tool's definition, and from the ids in its request and its answer. */
export function changeBy({ name }: Operation, requestAndAnswer: unknown): ResourceChange {
  const tool: ToolDefinition | undefined = toolDefinitions[name as ToolName];
  // No page shows what manages the account.
  if (!tool) return { kinds: [], list: false };
  const { notifies } = tool;
  if (!notifies) return ANYTHING;
  const change = { kinds: notifies.shownOn, list: notifies.list === 'changes' };
  if (notifies.contacts === 'any') return change;
  const ids = JSON.stringify(requestAndAnswer).match(IDS) ?? [];
  return { ...change, ids: [...new Set(ids.map((id) => id.toLowerCase()))] };
}
