import type { RequestParts } from '../contract/schema/arguments.ts';
import type { Operation } from '../contract/schema/operation.ts';

/** One logical call, with everything that must be the same in every attempt. */
export interface PreparedCall {
  operation: Operation;
  parts: RequestParts;
  /** Absent for reads and dry runs. */
  idempotencyKey: string | undefined;
  dryRun: boolean;
  /** Repeating it has no further effect: a read, a dry run, or a write with a key that the operation honors. */
  repeatable: boolean;
  signal?: AbortSignal | undefined;
  waitsForAnswer?: boolean | undefined;
  onProgress?: ((done: number, total: number) => void) | undefined;
  deadlineMs?: number | undefined;
  timeoutMs?: number | undefined;
}

export interface WireResponse {
  status: number;
  header(name: string): string | undefined;
  text: string;
  /** Raw body of a response that may not be text. */
  bytes?: Uint8Array;
  /** The text parsed as JSON, once. Throws SyntaxError. */
  json(): unknown;
}

/** Sends one call to a service and returns its response. */
export interface Transport {
  send(call: PreparedCall): Promise<WireResponse>;
  close(): Promise<void>;
}

export function wireResponse(
  status: number,
  header: WireResponse['header'],
  text: string,
  bytes: Uint8Array,
): WireResponse {
  let read: { value: unknown } | undefined;
  const json = () => {
    read ??= { value: JSON.parse(text) };
    return read.value;
  };
  return { status, header, text, bytes, json };
}
