import type { Operation } from '../contract/operation.ts';
import type { RequestParts } from '../contract/schema/arguments.ts';
import { requestPath } from './wire-request.ts';

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
  /** The service is in this process and checks each call before anything is done: no need to check before it is sent. */
  inProcess?: true;
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

/** An answer of a service in this process: nothing of it was ever text. */
export interface DirectAnswer {
  status: number;
  body: unknown;
  /** By their names in lower case. */
  headers: Record<string, string>;
}

/** A call to a service in this process. */
export interface DirectCall extends PreparedCall {
  /** Of a write under a key: where it would go over HTTP, as the key stands for the same request on either way. */
  target?: string | undefined;
}

/** Straight to a service in this process: no port, no key, no limit, no retries. Its refusals are thrown as they are. */
export function inProcess(answer: (call: DirectCall) => Promise<DirectAnswer>, close: () => Promise<void>): Transport {
  return {
    inProcess: true,
    async send(call) {
      call.signal?.throwIfAborted();
      const { operation, parts, dryRun, idempotencyKey } = call;
      const target = idempotencyKey && requestPath(operation, parts, dryRun);
      const { status, body, headers } = await answer({ ...call, target });
      return {
        status,
        header: (name) => headers[name],
        text: typeof body === 'string' ? body : '',
        ...(body instanceof Uint8Array && { bytes: body }),
        json: () => body,
      };
    },
    close,
  };
}
