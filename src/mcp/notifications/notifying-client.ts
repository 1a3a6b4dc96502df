import type { CallOptions, Client } from '../../client/client.ts';
import { operation as operationNamed } from '../../contract/operations.ts';
import { changeBy } from './changes.ts';
import type { Notices } from './notices.ts';

/** A client that tells of what its calls change. */
export function tellingClient(client: Client, notices: Notices, userId: string): Client {
  const call: Client['call'] = async (name, args, options: CallOptions = {}) => {
    const operation = operationNamed(name);
    if (operation.effect === 'read' || options.dryRun) return client.call(name, args, options);
    const tell = (...answer: unknown[]) => notices.publish(userId, () => changeBy(operation, [args, ...answer]));
    try {
      const result = await client.call(name, args, options);
      if (!result.replayed) tell(result.data);
      return result;
    } catch (error) {
      // Part of it may be done: some chunks of a bulk call, or all when only the answer was lost.
      tell();
      throw error;
    }
  };
  return { ...client, call };
}
