import type { Operation } from '../../contract/schema/operation.ts';
import type { IdKind } from '../../contract/schema/primitives.ts';
import { KithError, truncateText } from '../../shared/error.ts';
import { trimRecord } from '../replies/trim-reply.ts';
import { lookupKindOf } from './contacts.ts';
import type { NameArgument, NameCandidate, NameMatch } from './name.ts';

const MAX_NAME_LENGTH = 100;
const MAX_NAMES = 10;
const MAX_FIELDS = 20;
const OF_NEAREST = 'Call again with one of the nearest candidates if it is the right one. Otherwise, ask the person.';
const FROM_TRASH = ' For one with in_trash, call restore_from_trash with its id first.';
const NONE_NEAR = 'No name is similar. Ask the person for the exact name.';

/**
 * Throws if a name has no match or several. Also throws if the call would delete a contact by name: two people can share a
 * name, and nobody would notice that the wrong one was deleted.
 */
export function rejectUnresolved(operation: Operation, found: ReadonlyMap<NameArgument, NameMatch>): void {
  const isTooLittle = ({ kind, given }: NameArgument, { inPart }: NameMatch) =>
    operation.effect === 'delete' && kind === 'contact' && (lookupKindOf(given) === 'name' || inPart);
  const refused = [...found].filter(
    ([name, what]) => what.matches.length !== 1 || what.unsure || isTooLittle(name, what),
  );
  if (refused.length === 0) return;
  const told = refused.slice(0, MAX_FIELDS);
  const reasons = told.flatMap(([name, what]) => {
    const reason = what.matches.length === 1 && !what.unsure ? tooLittle(operation, what) : reasonOf(name, what);
    return name.fields.slice(0, MAX_FIELDS).map((field) => [field, reason] as const);
  });
  const near = refused.flatMap(([, { nearest = [] }]) => nearest);
  const nearHint = near.length > 0 ? OF_NEAREST + (near.some((one) => one.in_trash) ? FROM_TRASH : '') : NONE_NEAR;
  const known = refused.some(([, { matches, unsure }]) => matches.length > 0 || unsure);
  throw new KithError(known ? 'BadRequest' : 'NotFound', reasons[0]!.join(': ') + more(reasons.length - 1), {
    hint: known
      ? 'Call again with the id of the right candidate. If it is unclear which one that is, ask the person.'
      : `${nearHint}${maker(refused)}`,
    details: { fields: Object.fromEntries(reasons.slice(0, MAX_FIELDS)), candidates: told.map(candidatesOf) },
  });
}

const more = (count: number): string => (count > 0 ? `; and ${count} more` : '');

const tooLittle = ({ name }: Operation, { inPart }: NameMatch): string =>
  inPart
    ? `${name} takes a contact by the whole phone number, not by the end of it`
    : `${name} takes a contact by id, email address or phone number, not by name`;

function reasonOf({ kind, given }: NameArgument, { matches, unsure, all = [] }: NameMatch): string {
  const name = `"${truncateText(given, MAX_NAME_LENGTH)}"`;
  const count = matches.length;
  if (unsure && count < 2) return `too many contacts are similar to ${name} to choose one`;
  if (kind !== 'contact') {
    const plural = kind.endsWith('s') ? `${kind}es` : `${kind}s`;
    return count === 0 ? `there is no ${kind} ${name}${thereAre(all)}` : `there are ${count} ${plural} ${name}`;
  }
  const way = { email: 'have the email address', phone: 'have the phone number', name: 'are called' }[
    lookupKindOf(given)
  ];
  return count === 0 ? `there is no contact ${name}` : `${count} contacts ${way} ${name}`;
}

const thereAre = (all: readonly NameCandidate[]): string =>
  all.length > 0 ? `; there are: ${all.map(({ name }) => `"${truncateText(name, MAX_NAME_LENGTH)}"`).join(', ')}` : '';

function candidatesOf([{ given }, { matches, nearest = [] }]: [NameArgument, NameMatch]) {
  const listed = (all: NameCandidate[]) => all.slice(0, MAX_NAMES).map((one) => trimRecord(one));
  const left = matches.length - MAX_NAMES;
  return matches.length > 0
    ? { given, matches: listed(matches), ...(left > 0 && { more: left }) }
    : { given, nearest: listed(nearest) };
}

/** Operations that create a missing record. */
const MADE_BY: Partial<Record<IdKind, string>> = {
  contact: 'create_contact',
  tag: 'create_tag',
  group: 'create_group',
  'custom field': 'create_custom_field',
};

function maker(refused: readonly [NameArgument, NameMatch][]): string {
  const makers = new Set(refused.flatMap(([{ kind }]) => MADE_BY[kind] ?? []));
  return makers.size > 0 ? ` ${[...makers].join(', ')} adds a new one.` : '';
}
