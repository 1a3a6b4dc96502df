import { operations } from '../../contract/operations.ts';
import { SCOPES, type Scope, scopesFor } from '../../contract/scopes.ts';
import { listenedUris } from '../notifications/streams.ts';

/** The parts of a JSON-RPC message that determine its scopes. */
interface Message {
  method?: unknown;
  params?: { name?: unknown; uri?: unknown; arguments?: { operation?: unknown } };
}

/** Resources that read a mailbox or calendar. */
const AT_PROVIDER = /^kith:\/\/(agenda|emails)\b/;

/** Returns the scopes that a message or batch needs. An unknown tool needs none. */
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

/** In catalogue mode, the operation's name is an argument. */
function scopesOfTool(name: unknown, operation: unknown): Scope[] {
  const called = name === 'read_operation' || name === 'write_operation' ? operation : name;
  const known = Object.values(operations).find((one) => one.name === called);
  return known ? scopesFor(known) : [];
}
