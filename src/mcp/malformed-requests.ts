import { ProtocolError, ProtocolErrorCode, Server, type ServerContext } from '@modelcontextprotocol/server';
import { isRecord, parseJson, recordsIn } from '../shared/records.ts';
import { sanitize } from '../shared/text/sanitize.ts';

type Handler = Parameters<Server['_wrapHandler']>[1];

/**
 * The SDK's server with readable errors: a request with invalid parameters gets one sentence instead of the SDK's schema errors.
 * Null parameters count as absent, because some clients send every field that they know. */
export class LenientServer extends Server {
  /** Completes the instructions when a client connects. */
  instructions?: (instructions: string) => Promise<string>;

  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const wrapped = super._wrapHandler(method, handler);
    return async (request, context: ServerContext) => {
      const { params } = request;
      const given = params ? { ...request, params: withoutNulls(params) } : request;
      try {
        const result = await wrapped(given, context);
        return this.instructions && HANDSHAKES.includes(method) ? await this.#greeting(result) : result;
      } catch (error) {
        throw malformed(method, given, error as Error) ?? error;
      }
    };
  }

  async #greeting<T extends object>(result: T): Promise<T> {
    const { instructions } = result as { instructions?: string };
    return instructions ? { ...result, instructions: await this.instructions!(instructions) } : result;
  }
}

/** Requests whose answer has the instructions, in the 2025 and the 2026 protocol. */
const HANDSHAKES = ['initialize', 'server/discover'];

const withoutNulls = <T extends object>(params: T): T =>
  Object.fromEntries(Object.entries(params).filter(([, value]) => value !== null)) as T;

const MAX_FAULTS = 3;

/** Returns the error for a request that the SDK's schemas reject; undefined for other errors. */
function malformed(method: string, request: unknown, { message }: Error): ProtocolError | undefined {
  const dump = /^(?:Invalid \S+ request: )?(\[\s*\{.*)$/s.exec(message)?.[1];
  const issues = recordsIn(dump && parseJson(dump)).filter(({ path }) => Array.isArray(path));
  if (issues.length === 0) return undefined;
  const faults = new Set(issues.map((issue) => faultOf(issue, request)));
  const told = [...faults].slice(0, MAX_FAULTS).join(', ');
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `Invalid ${method} request: ${told}.`);
}

function faultOf({ path, expected }: Record<string, unknown>, request: unknown): string {
  const keys = (path as unknown[]).map(String);
  const value = keys.reduce<unknown>((inner, key) => (isRecord(inner) ? inner[key] : undefined), request);
  const place = sanitize(keys.join('.')).slice(0, 100);
  if (value === undefined) return `${place} is missing`;
  return typeof expected === 'string'
    ? `${place} must be of type ${TYPES[expected] ?? expected}`
    : `${place} is not valid`;
}

/** JSON type names for types that schemas name differently. */
const TYPES: Record<string, string> = { record: 'object', int: 'integer' };
