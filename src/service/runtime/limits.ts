import { KithError } from '../../shared/error.ts';

export const WINDOW_SECONDS = 60;

/** The rest of a bucket's fixed window. */
export interface Quota {
  limit: number;
  remaining: number;
  /** Seconds until the window ends, rounded up. */
  reset: number;
  allowed: boolean;
}

/** Counts requests per bucket: per user for all of their keys, or per network for callers without a key. */
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

/** The rate limit headers, in all three notations (docs/api/access.md#rate-limit). */
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
  new KithError('rate_limited', `Too many requests. The limit resets in ${reset} s.`, {
    hint: 'Wait for the number of seconds in Retry-After.',
    retryAfter: Math.max(1, reset),
  });
