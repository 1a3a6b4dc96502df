import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

// A request of undici in this process, and what its server in this process received. A header links the two.

export interface WireRequest {
  addHeader(name: string, value: string): void;
}

/** Events of undici's diagnostics channels. */
export type WireMessage = { request: WireRequest };

const HEADER = 'x-test-request';
const ids = new WeakMap<WireRequest, string>();

/** Names a request at its creation. */
export function idOf(request: WireRequest): string {
  const known = ids.get(request);
  if (known) return known;
  const id = randomUUID();
  ids.set(request, id);
  request.addHeader(HEADER, id);
  return id;
}

export const idIn = (headers: IncomingHttpHeaders): string => String(headers[HEADER]);
