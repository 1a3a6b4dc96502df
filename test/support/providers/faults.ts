/** Faults in place of a response, or after the request was carried out. */
export type Fault =
  | { kind: 'status'; status: number; retryAfter?: number | string; reason?: string; domain?: string }
  /** A redirect to another URL. */
  | { kind: 'redirect'; status: number; location: string }
  /** The connection breaks before, or after, the request took effect. */
  | { kind: 'reset'; after?: boolean }
  | { kind: 'hang' }
  | { kind: 'cut' }
  | { kind: 'not json' }
  | { kind: 'html' }
  | { kind: 'huge' };

export interface SeenRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  /** The account of its token. */
  email: string | undefined;
  body: unknown;
  /** Graph's header with this name. */
  prefer?: string | undefined;
}

/** Returns the fault for a request, if any. */
export type FaultPlan = (seen: SeenRequest) => Fault | undefined;

/** The fault for the first `times` matching requests. */
export function firstTimes(times: number, fault: Fault, fits: (seen: SeenRequest) => boolean = () => true): FaultPlan {
  let left = times;
  return (seen) => (fits(seen) && left-- > 0 ? fault : undefined);
}

/** The fault for matching request number `number` (from 0). */
export function atNumber(number: number, fault: Fault, fits: (seen: SeenRequest) => boolean = () => true): FaultPlan {
  let count = 0;
  return (seen) => (fits(seen) && count++ === number ? fault : undefined);
}

export const always =
  (fault: Fault, fits: (seen: SeenRequest) => boolean = () => true): FaultPlan =>
  (seen) =>
    fits(seen) ? fault : undefined;
