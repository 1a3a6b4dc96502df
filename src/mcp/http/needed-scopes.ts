import { currentName } from '../../../tools/aliases.ts';
import { operations } from '../../contract/operations.ts';
import { SCOPES, type Scope, scopesFor } from '../../contract/scopes.ts';

/** A message of JSON-RPC, as far as its scopes depend on it. */
interface Message {
  method?: unknown;
  params?: { name?: unknown; uri?: unknown; arguments?: { operation?: unknown } };
}

/** All scopes that a body needs, a single message or a batch; a tool that does not exist needs none. */
export function neededScopes(body: unknown): Scope[] {
  const needed = new Set([body].flat().flatMap((message) => scopesOf((message ?? {}) as Message)));
  return SCOPES.filter((scope) => needed.has(scope));
}

function scopesOf({ method, params = {} }: Message): Scope[] {
  if (method === 'tools/call') return scopesOfTool(params.name, params.arguments?.operation);
  // The agenda and the mailbox, as resources and as their notices.
  if (/^kith:\/\/(agenda|emails)\b/.test(`${params.uri}`)) return ['kith:read', 'kith:agenda'];
  return [];
}

/** In catalogue mode the name of the operation stands among the arguments. */
function scopesOfTool(name: unknown, operation: unknown): Scope[] {
  const called = name === 'read_operation' || name === 'write_operation' ? operation : name;
  const known = Object.values(operations).find((one) => one.name === currentName(`${called}`));
  return known ? scopesFor(known) : [];
}
