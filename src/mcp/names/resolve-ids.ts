import { placeArguments } from '../../contract/schema/arguments.ts';
import { checkRequest } from '../../contract/schema/check.ts';
import type { Operation } from '../../contract/schema/operation.ts';
import type { IdKind } from '../../contract/schema/primitives.ts';
import { inFlatNames } from '../../contract/schema/wire.ts';
import { KithError } from '../../shared/error.ts';
import { idIn } from '../addresses/resource-uri.ts';
import { findContacts } from './contacts.ts';
import { findDetails } from './details.ts';
import { mapIds } from './ids-in.ts';
import type { LookupContext, NameArgument, NameMatch, ResolvedName } from './name.ts';
import { findRecords, isNamed } from './records.ts';
import { rejectUnresolved } from './reject-unresolved.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Placeholder for an id while the rest of the call is checked. */
const PLACEHOLDER = '00000000-0000-4000-8000-000000000000';
/** Maximum length of a name. Validation rejects longer values. */
const MAX_NAME_LENGTH = 500;

/**
 * Replaces names in the arguments of a call with ids, and returns what each name resolved to
 * (docs/api/tools.md#names-for-ids). Checks the rest of the call before it looks anything up. Throws an error that lists
 * the candidates for each name without exactly one match.
 */
export async function resolveIds(
  { client, signal }: LookupContext,
  operation: Operation,
  args: Record<string, unknown>,
): Promise<{ args: Record<string, unknown>; meant: ResolvedName[] }> {
  const names = new Map<string, NameArgument>();
  const given = mapIds(operation, args, (value, kind, field) => {
    const text = value.trim();
    if (UUID.test(text) || !isLookedUp(kind) || !isName(text)) return value;
    const id = idIn(text);
    if (id) return id;
    const name = names.get(keyOf(kind, text)) ?? { kind, given: text, fields: [] };
    name.fields.push(field);
    names.set(keyOf(kind, text), name);
    return value;
  });
  if (names.size === 0) return { args: given, meant: [] };

  const replaced = (idOf: (name: NameArgument) => string | undefined) =>
    mapIds(operation, given, (value, kind) => {
      const name = names.get(keyOf(kind, value.trim()));
      return (name && idOf(name)) ?? value;
    });
  checkShape(
    operation,
    replaced(() => PLACEHOLDER),
  );

  const lookUp = { client, signal };
  const of = (wanted: (kind: IdKind) => boolean) => [...names.values()].filter(({ kind }) => wanted(kind));
  const found = new Map<NameArgument, NameMatch>();
  const keep = (some: ReadonlyMap<NameArgument, NameMatch>) => {
    for (const [name, what] of some) found.set(name, what);
  };
  const searches = [findContacts(lookUp, of(isContact)), findRecords(lookUp, of(isNamed))];
  for (const some of await Promise.all(searches)) keep(some);
  rejectUnresolved(operation, found);
  const { contactId } = replaced((name) => found.get(name)?.matches[0]?.id);
  keep(await findDetails(lookUp, contactId, of(isDetail)));
  rejectUnresolved(operation, found);

  const meant = [...found].map(([{ kind, given }, { matches }]): ResolvedName => {
    const { id, name } = matches[0]!;
    return { given, kind, id, name };
  });
  return { args: replaced((name) => found.get(name)?.matches[0]?.id), meant };
}

const keyOf = (kind: IdKind, given: string): string => `${kind}\n${given}`;

const isContact = (kind: IdKind): boolean => kind === 'contact';
const isDetail = (kind: IdKind): boolean => kind === 'email address' || kind === 'phone number';
const isLookedUp = (kind: IdKind): boolean => isContact(kind) || isDetail(kind) || isNamed(kind);

const isName = (text: string): boolean =>
  text !== '' && text.length <= MAX_NAME_LENGTH && text.isWellFormed() && !text.includes('\0');

/** Throws if the rest of the call is invalid, so that no lookup is wasted on it. */
function checkShape(operation: Operation, args: Record<string, unknown>): void {
  try {
    checkRequest(operation, placeArguments(operation, args));
  } catch (error) {
    throw error instanceof KithError ? inFlatNames(operation, error) : error;
  }
}
