import { IDS_FROM } from '../../../tools/argument-aliases.ts';
import type { Client } from '../../client/client.ts';
import { PATH_KINDS } from '../../contract/operations.ts';
import { type Operation, pathNames } from '../../contract/schema/operation.ts';
import { badRequest, KithError, truncateText } from '../../shared/error.ts';
import { idIn } from '../addresses/resource-uri.ts';
import type { ZonedClient } from '../replies/account-zone.ts';
import { everything } from './enabled-tools.ts';
import { explainValue, isOfTime } from './explain-value.ts';
import { isUnknown, type RejectedCall } from './rejected-call.ts';
import { explainUnknownField, NO_SUGGESTION } from './unknown-field.ts';

/**
 * Adds hints to an error: the likely field for an unknown one, the right form for a malformed one, and the source of ids
 * (docs/replies.md#errors).
 */
export async function withHints(
  operation: Operation,
  error: KithError,
  args: Record<string, unknown>,
  client: ZonedClient,
): Promise<KithError> {
  const fields = Object.entries((error.details?.fields ?? {}) as Record<string, unknown>);
  if (error.code === 'NotFound')
    return fields.length > 0 || error.hint
      ? error
      : withSource(operation, error, await deletedId(client, operation, args));
  if (error.code !== 'BadRequest' || fields.length === 0 || error.details?.candidates) return error;
  const ofTime = fields.some(([, reason]) => isOfTime(String(reason)));
  const call: RejectedCall = {
    operation,
    args,
    zone: ofTime ? await client.zone() : 'UTC',
    forms: new Set(),
    meant: new Set(),
  };
  const told = fields.map(([field, reason]) => [field, reasonOf(call, field, String(reason))] as const);
  // A field given under another name is not missing.
  const isMeant = (field: string) => [...call.meant].some((one) => one === field || one.startsWith(`${field}.`));
  const left = told.filter(([field, reason]) => !reason.startsWith(REQUIRED) || !isMeant(field));
  const more = typeof error.details?.more === 'number' ? error.details.more : 0;
  const lost = left.some(([, reason]) => reason === NO_SUGGESTION) ? argumentsOf(operation) : undefined;
  const hint = truncateText([error.hint, ...call.forms, lost].filter(Boolean).join(' '), HINT_LENGTH);
  return badRequest(Object.fromEntries(left), hint || undefined, more);
}

const reasonOf = (call: RejectedCall, field: string, reason: string): string =>
  isUnknown(reason) ? explainUnknownField(call, field, reason) : explainValue(call, field, reason);

const REQUIRED = 'required';
const HINT_LENGTH = 600;

/** The documented arguments of the tool. */
function argumentsOf({ name }: Operation): string | undefined {
  const tool = everything.tools.find((one) => one.name === name);
  const names = Object.keys((tool?.inputSchema.properties as object | undefined) ?? {});
  return tool && truncateText(`${name} takes ${names.join(', ')}.`, HINT_LENGTH);
}

/** Adds the source of such ids to a 404 for an id in the path, or how to restore the record with `deleted` as its id. */
function withSource(
  { path }: Operation,
  { code, status, message, details, retryAfter, cause }: KithError,
  deleted: string | undefined,
): KithError {
  const parameters = pathNames(path) as readonly (keyof typeof PATH_KINDS)[];
  const sources = [...new Set(parameters.flatMap((parameter) => IDS_FROM[PATH_KINDS[parameter]] ?? []))];
  const source =
    sources.length > 0
      ? `Look up the id with ${sources.join(' or ')}. The record may have been deleted or merged.`
      : undefined;
  const hint = deleted ? `It is in the trash. restore_from_trash with ids: ["${deleted}"] restores it.` : source;
  return new KithError(code, message, { status, hint, details, retryAfter, cause });
}

/** The first id in the path that is in the trash. A service without this operation has no answer. */
async function deletedId(client: Client, { path }: Operation, args: Record<string, unknown>) {
  for (const parameter of pathNames(path)) {
    const given = args[parameter];
    if (typeof given !== 'string') continue;
    const trashId = idIn(given) ?? given;
    try {
      await client.call('get_from_trash', { trashId });
      return trashId;
    } catch {
      // Not in the trash.
    }
  }
  return undefined;
}
