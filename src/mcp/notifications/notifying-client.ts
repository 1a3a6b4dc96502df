import type { ToolDefinition } from '../../../tools/definition.ts';
import { toolDefinitions } from '../../../tools/tools.ts';
import type { CallOptions, Client } from '../../client/client.ts';
import { operation as operationNamed, type ToolName } from '../../contract/operations.ts';
import type { Operation } from '../../contract/schema/operation.ts';
import { KithError } from '../../shared/error.ts';
import { type ChangePublisher, type ResourceChange, UNKNOWN_CHANGE } from './notices.ts';

/** Wraps a client so that it publishes the changes that its calls make. */
export function notifyingClient(client: Client, notices: ChangePublisher, userId: string): Client {
  const call: Client['call'] = async (name, args, options: CallOptions = {}) => {
    const operation = operationNamed(name);
    if (operation.effect === 'read' || options.dryRun) return client.call(name, args, options);
    const publish = (...answer: unknown[]) => notices.publish(userId, () => changeBy(operation, [args, ...answer]));
    try {
      const result = await client.call(name, args, options);
      if (!result.replayed && !didNothing(result.data)) publish(result.data);
      return result;
    } catch (error) {
      // A failed call may still have changed data: some chunks of a bulk call, or all of it if only the response was lost.
      if (!isRefusal(error)) publish();
      throw error;
    }
  };
  return { ...client, call };
}

/** Errors of calls that changed nothing, unless the error has `done`. */
const REFUSALS = ['BadRequest', 'Unauthorized', 'Forbidden', 'NotFound', 'Conflict', 'PayloadTooLarge', 'rate_limited'];
const isRefusal = (error: unknown): boolean =>
  error instanceof KithError && REFUSALS.includes(error.code) && !error.details?.done;

/** Returns whether a response shows that the write changed nothing. */
export function didNothing(data: unknown): boolean {
  const { affected, restored } = (data ?? {}) as { affected?: unknown; restored?: unknown };
  return affected === 0 || (Array.isArray(restored) && restored.length === 0);
}

const IDS = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** Derives the change from the tool's definition and the ids in the request and response. */
export function changeBy({ name }: Operation, requestAndAnswer: unknown): ResourceChange {
  const tool: ToolDefinition | undefined = toolDefinitions[name as ToolName];
  const notifies = tool?.notifies;
  if (!notifies) return UNKNOWN_CHANGE;
  const change = { kinds: notifies.shownOn, list: notifies.list === 'changes' };
  if (notifies.contacts === 'any') return change;
  const ids = JSON.stringify(requestAndAnswer).match(IDS) ?? [];
  return { ...change, ids: [...new Set(ids.map((id) => id.toLowerCase()))] };
}
