import type { RequestParts } from '../contract/schema/arguments.ts';
import type { Operation } from '../contract/schema/operation.ts';

/** One logical call before its first try, with everything in it that must be the same on every try. */
export interface PreparedCall {
  operation: Operation;
  parts: RequestParts;
  /** Absent on reads and dry runs. */
  idempotencyKey: string | undefined;
  dryRun: boolean;
  /** Sending it again has no further effect: a read, a dry run, or a write under a key that the operation honors. */
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
  /** The body as it came, of an answer that may be no text. */
  bytes?: Uint8Array;
  /** The text read as JSON, once. Throws SyntaxError. */
  json(): unknown;
}

/** Carries one call to a service and its answer back. */
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
