/** What goes wrong with a request, in place of an answer or after it was carried out. */
export type Fault =
  | { kind: 'status'; status: number; retryAfter?: number | string; reason?: string; domain?: string }
  /** Sent on to another address. */
  | { kind: 'redirect'; status: number; location: string }
  /** The connection breaks before, or after, the request had its effect. */
  | { kind: 'reset'; after?: boolean }
  | { kind: 'hang' }
  | { kind: 'cut' }
  | { kind: 'not json' }
  | { kind: 'html' }
  | { kind: 'huge' };

export interface Seen {
  method: string;
  path: string;
  query: URLSearchParams;
  /** The account whose token it came with. */
  email: string | undefined;
  body: unknown;
  /** Graph's header of this name. */
  prefer?: string | undefined;
}

/** Answers the fault for a request, if any. */
export type FaultPlan = (seen: Seen) => Fault | undefined;

/** The fault for the first `times` requests that fit. */
export function firstTimes(times: number, fault: Fault, fits: (seen: Seen) => boolean = () => true): FaultPlan {
  let left = times;
  return (seen) => (fits(seen) && left-- > 0 ? fault : undefined);
}

/** The fault for request number `number` (from 0) of those that fit. */
export function atNumber(number: number, fault: Fault, fits: (seen: Seen) => boolean = () => true): FaultPlan {
  let count = 0;
  return (seen) => (fits(seen) && count++ === number ? fault : undefined);
}

export const always =
  (fault: Fault, fits: (seen: Seen) => boolean = () => true): FaultPlan =>
  (seen) =>
    fits(seen) ? fault : undefined;
