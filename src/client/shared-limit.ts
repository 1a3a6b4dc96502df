import { after } from '../shared/http/wait.ts';
import type { ClientEvent } from './options.ts';
import type { RedisLimit } from './redis-limit.ts';
import type { Permit } from './request-budget.ts';

export interface SharedLimitOptions {
  redisUrl: string;
  /** Name that the processes share. */
  name: string;
  onEvent?: ((event: ClientEvent) => void) | undefined;
}

/** A key's rate limit, shared by several processes. */
export interface SharedLimit {
  /** Waits until the processes may send another request. Resolves at once while Redis is unavailable. Never rejects. */
  enter(priority: number): Promise<Permit>;
  close(): void;
}

const REJOIN_MS = 500;

/**
 * Joins the processes that share `name`, and rejoins after Redis was unavailable, flushed, or restarted. Until then, only
 * this process's own limit applies: no call waits for Redis or fails because of it.
 */
export function openSharedLimit({ redisUrl, name, onEvent }: SharedLimitOptions): SharedLimit {
  let limit: RedisLimit | undefined;
  let rejoining: NodeJS.Timeout | undefined;
  let isClosed = false;
  let told: 'joined' | 'lost' | undefined;
  void join();

  async function join(): Promise<void> {
    const { openRedisLimit } = await import('./redis-limit.ts');
    const opened = openRedisLimit(redisUrl, name);
    void opened.lost.then((reason) => lost(opened, reason));
    if (!(await opened.joined)) return;
    if (isClosed) return opened.leave();
    limit = opened;
    tell('joined');
  }

  function lost(from: RedisLimit, reason: string): void {
    from.leave();
    if (limit === from) limit = undefined;
    if (isClosed) return;
    tell('lost', reason);
    rejoining = after(REJOIN_MS, () => void join());
    rejoining?.unref();
  }

  function tell(state: 'joined' | 'lost', reason?: string): void {
    if (state !== told) onEvent?.({ kind: 'redis', state, ...(reason && { reason }) });
    told = state;
  }

  return {
    enter: async (priority) => (await limit?.enter(priority)) ?? UNSHARED,
    close() {
      isClosed = true;
      clearTimeout(rejoining);
      limit?.leave();
    },
  };
}

const UNSHARED: Permit = { done() {} };
