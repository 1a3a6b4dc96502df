import type { ClientEvent } from './options.ts';
import type { Cluster } from './redis-limit.ts';
import type { Pass } from './send-queue.ts';
import { after } from './wait.ts';

export interface SharedLimitOptions {
  redisUrl: string;
  /** What the processes that share the limit all call it. */
  name: string;
  onEvent?: ((event: ClientEvent) => void) | undefined;
}

/** A key's rate limit as several processes share it. */
export interface SharedLimit {
  /** Waits until the processes together may send one more; at once while Redis is away. Never rejects. */
  enter(priority: number): Promise<Pass>;
  close(): void;
}

const REJOIN_MS = 500;

/**
 * Joins the processes that share `name`, and joins again whenever Redis was away, flushed or restarted. Meanwhile the
 * limit of this process alone holds: no call waits for Redis, none fails for it.
 */
export function openSharedLimit({ redisUrl, name, onEvent }: SharedLimitOptions): SharedLimit {
  let cluster: Cluster | undefined;
  let rejoining: NodeJS.Timeout | undefined;
  let isClosed = false;
  let told: 'joined' | 'lost' | undefined;
  void join();

  async function join(): Promise<void> {
    const { openCluster } = await import('./redis-limit.ts');
    const opened = openCluster(redisUrl, name);
    void opened.lost.then((reason) => lost(opened, reason));
    if (!(await opened.joined)) return;
    if (isClosed) return opened.leave();
    cluster = opened;
    tell('joined');
  }

  function lost(from: Cluster, reason: string): void {
    from.leave();
    if (cluster === from) cluster = undefined;
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
    enter: async (priority) => (await cluster?.enter(priority)) ?? ALONE,
    close() {
      isClosed = true;
      clearTimeout(rejoining);
      cluster?.leave();
    },
  };
}

const ALONE: Pass = { done() {} };
