import type { WireResponse } from './transport.ts';

/** What an answer says of the key's rate limit. */
export interface Quota {
  remaining: number;
  /** Seconds until the window ends, rounded up by the service. */
  reset: number;
}

type Headers = Pick<WireResponse, 'header'>;

/** A window longer than this is a date or a mistake: the specification's is 60 seconds. */
const LONGEST_WINDOW = 86_400;

/** Reads `RateLimit: "default";r=5;t=12`, else either family of three headers; malformed fields count as absent. */
export function quotaFrom(response: Headers): Quota | undefined {
  return structured(response.header('ratelimit')) ?? family(response, 'ratelimit') ?? family(response, 'x-ratelimit');
}

/** Of several policies the one with the least left. */
function structured(field: string | undefined): Quota | undefined {
  const policies = (field ?? '').split(',').flatMap((policy) => {
    const [r, t] = [/;\s*r=(\d+)\s*(?:;|$)/.exec(policy)?.[1], /;\s*t=(\d+)\s*(?:;|$)/.exec(policy)?.[1]];
    return quota(r, t) ?? [];
  });
  return policies.sort((a, b) => a.remaining - b.remaining)[0];
}

const family = (response: Headers, name: string): Quota | undefined =>
  quota(response.header(`${name}-remaining`), response.header(`${name}-reset`));

function quota(remaining: string | undefined, reset: string | undefined): Quota | undefined {
  const [left, seconds] = [wholeNumber(remaining), wholeNumber(reset)];
  if (left === undefined || seconds === undefined || seconds > LONGEST_WINDOW) return undefined;
  return { remaining: left, reset: seconds };
}

const wholeNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,15}$/.test(text.trim()) ? Number(text) : undefined;

/** Seconds to wait from `Retry-After`, which may be a number or a date (RFC 9110, 10.2.3); undefined when it says neither. */
export function retryAfterSeconds(response: Headers, now = Date.now()): number | undefined {
  const value = response.header('retry-after')?.trim();
  if (!value) return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value);
  // Date.parse alone takes a lone number for a year.
  const time = /^[A-Z][a-z]+,? /.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : Math.max(0, (time - now) / 1000);
}
