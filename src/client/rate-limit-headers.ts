import { clockOf, type Headers, retryAfterMs } from '../shared/http/retry-after.ts';

/** The key's rate limit according to a response. */
export interface RateLimit {
  remaining: number;
  /** Seconds until the window ends, rounded up by the service. */
  reset: number;
  /** Requests and seconds of a whole window, if reported. */
  limit?: number;
  length?: number;
}

/** A longer wait is an error, such as milliseconds instead of seconds, and is ignored. */
const MAX_SECONDS = 86_400;

/** Reads `RateLimit: "default";r=5;t=12`, or one of the two families of headers. Malformed fields count as absent. */
export function rateLimitFrom(response: Headers, now = Date.now()): RateLimit | undefined {
  const said =
    structured(response.header('ratelimit')) ??
    family(response, 'ratelimit', now) ??
    family(response, 'x-ratelimit', now);
  return said && { ...policyFrom(response.header('ratelimit-policy')), ...said };
}

/** Returns the policy with the fewest remaining requests. */
function structured(field: string | undefined): RateLimit | undefined {
  const policies = (field ?? '')
    .split(',')
    .flatMap((policy) => rateLimit(parameter(policy, 'r'), parameter(policy, 't')) ?? []);
  return policies.sort((a, b) => a.remaining - b.remaining)[0];
}

/** `"default";q=600;w=60`: requests and seconds of a window. Unusable with several policies, because the binding one is unknown. */
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
  return seconds > MAX_SECONDS ? undefined : { remaining: left, reset: seconds };
}

/** From this number on, seconds are a date in this century, not a wait. */
const FIRST_UNIX_TIME = 946_684_800;

/** Parses `X-RateLimit-Reset`: seconds from now at some services, Unix time at others. */
const secondsUntil = (said: number, now: number): number =>
  said < FIRST_UNIX_TIME ? said : Math.max(0, Math.ceil(said - now / 1000));

const wholeNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,15}$/.test(text.trim()) ? Number(text) : undefined;

/** Returns the seconds of `Retry-After`, or undefined if it is invalid or more than a day. */
export function retryAfterSeconds(response: Headers, now = Date.now()): number | undefined {
  const ms = retryAfterMs(response, now);
  return ms === undefined || ms > MAX_SECONDS * 1000 ? undefined : ms / 1000;
}
