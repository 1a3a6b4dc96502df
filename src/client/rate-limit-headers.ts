import { clockOf, type Headers, retryAfterMs } from '../shared/http/retry-after.ts';

/** What an answer says of the key's rate limit. */
export interface RateLimit {
  remaining: number;
  /** Seconds until the window ends, rounded up by the service. */
  reset: number;
  /** Requests and seconds of a whole window, where it says so. */
  limit?: number;
  length?: number;
}

/** A longer wait is a mistake, such as milliseconds in place of seconds, and is ignored. */
const LONGEST_SECONDS = 86_400;

/** Reads `RateLimit: "default";r=5;t=12`, else either family of three headers; malformed fields count as absent. */
export function rateLimitFrom(response: Headers, now = Date.now()): RateLimit | undefined {
  const said =
    structured(response.header('ratelimit')) ??
    family(response, 'ratelimit', now) ??
    family(response, 'x-ratelimit', now);
  return said && { ...policyFrom(response.header('ratelimit-policy')), ...said };
}

/** Of several policies the one with the least left. */
function structured(field: string | undefined): RateLimit | undefined {
  const policies = (field ?? '')
    .split(',')
    .flatMap((policy) => rateLimit(parameter(policy, 'r'), parameter(policy, 't')) ?? []);
  return policies.sort((a, b) => a.remaining - b.remaining)[0];
}

/** `"default";q=600;w=60`: requests and seconds of a window. With several policies nobody can tell which one binds. */
function policyFrom(field: string | undefined): Pick<RateLimit, 'limit' | 'length'> {
  const policies = (field ?? '').split(',');
  const [limit, length] = [parameter(policies[0]!, 'q'), parameter(policies[0]!, 'w')].map(wholeNumber);
  return policies.length === 1 && limit && length ? { limit, length } : {};
}

const parameter = (policy: string, name: string): string | undefined =>
  new RegExp(`;\\s*${name}=(\\d+)\\s*(?:;|$)`).exec(policy)?.[1];

function family(response: Headers, name: string, now: number): RateLimit | undefined {
  const [remaining, reset] = [response.header(`${name}-remaining`), response.header(`${name}-reset`)];
  return rateLimit(remaining, reset, clockOf(response, now));
}

function rateLimit(remaining: string | undefined, reset: string | undefined, now?: number): RateLimit | undefined {
  const [left, said] = [wholeNumber(remaining), wholeNumber(reset)];
  if (left === undefined || said === undefined) return undefined;
  const seconds = now === undefined ? said : secondsUntil(said, now);
  return seconds > LONGEST_SECONDS ? undefined : { remaining: left, reset: seconds };
}

/** From here on a number of seconds is a date of this century, not a wait. */
const FIRST_UNIX_TIME = 946_684_800;

/** `X-RateLimit-Reset` is seconds from now with some services, and Unix time with others. */
const secondsUntil = (said: number, now: number): number =>
  said < FIRST_UNIX_TIME ? said : Math.max(0, Math.ceil(said - now / 1000));

const wholeNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,15}$/.test(text.trim()) ? Number(text) : undefined;

/** Seconds to wait from `Retry-After`; undefined when it is unusable or more than a day. */
export function retryAfterSeconds(response: Headers, now = Date.now()): number | undefined {
  const ms = retryAfterMs(response, now);
  return ms === undefined || ms > LONGEST_SECONDS * 1000 ? undefined : ms / 1000;
}
