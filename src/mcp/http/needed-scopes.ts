import { operations } from '../../contract/operations.ts';
import { SCOPES, type Scope, scopesFor } from '../../contract/scopes.ts';
import { listenedUris } from '../notifications/streams.ts';

/** A message of JSON-RPC, as far as its scopes depend on it. */
interface Message {
  method?: unknown;
  params?: { name?: unknown; uri?: unknown; arguments?: { operation?: unknown } };
}

/** The agenda and the mailbox, as resources and as their notices. */
const AT_PROVIDER = /^kith:\/\/(agenda|emails)\b/;

/** All scopes that a body needs, a single message or a batch; a tool that does not exist needs none. */
export function neededScopes(body: unknown): Scope[] {
  const needed = new Set([body].flat().flatMap((message) => scopesOf((message ?? {}) as Message)));
  return SCOPES.filter((scope) => needed.has(scope));
}

function scopesOf(message: Message): Scope[] {
  const { name, uri, arguments: args } = message.params ?? {};
  if (message.method === 'tools/call') return scopesOfTool(name, args?.operation);
  const uris = [uri, ...(listenedUris(message) ?? [])];
  return uris.some((one) => AT_PROVIDER.test(`${one}`)) ? ['kith:read', 'kith:agenda'] : [];
}

/** In catalogue mode the name of the operation stands among the arguments. */
function scopesOfTool(name: unknown, operation: unknown): Scope[] {
  const called = name === 'read_operation' || name === 'write_operation' ? operation : name;
  const known = Object.values(operations).find((one) => one.name === called);
  return known ? scopesFor(known) : [];
}
