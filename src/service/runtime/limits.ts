import { KithError } from '../../shared/error.ts';

export const WINDOW_SECONDS = 60;

/** What is left of a bucket's fixed window. */
export interface Quota {
  limit: number;
  remaining: number;
  /** Seconds until the window ends, rounded up. */
  reset: number;
  allowed: boolean;
}

/** Counts requests by bucket: all keys of a user together, or the network of a caller without one. */
export interface RateLimiter {
  take(bucket: string): Promise<Quota>;
  close(): Promise<void>;
}

const UNLIMITED = 1_000_000_000;

/** For the embedded service, and for KITH_RATE_LIMIT=0. */
export const noLimit = (): RateLimiter => ({
  take: async () => ({ limit: UNLIMITED, remaining: UNLIMITED, reset: WINDOW_SECONDS, allowed: true }),
  close: async () => {},
});

/** Both families of headers (docs/api/access.md#rate-limit). */
export function limitHeaders({ limit, remaining, reset }: Quota): Record<string, string> {
  return {
    'RateLimit-Limit': `${limit}`,
    'RateLimit-Remaining': `${remaining}`,
    'RateLimit-Reset': `${reset}`,
    'X-RateLimit-Limit': `${limit}`,
    'X-RateLimit-Remaining': `${remaining}`,
    'X-RateLimit-Reset': `${reset}`,
    RateLimit: `"default";r=${remaining};t=${reset}`,
    'RateLimit-Policy': `"default";q=${limit};w=${WINDOW_SECONDS}`,
  };
}

export const rateLimited = ({ reset }: Quota): KithError =>
  new KithError('rate_limited', `Too many requests; the next window begins in ${reset} s.`, {
    hint: 'Wait as long as Retry-After says.',
    retryAfter: Math.max(1, reset),
  });
