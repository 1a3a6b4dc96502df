import type { Operation } from '../../contract/schema/operation.ts';
import type { IdKind } from '../../contract/schema/primitives.ts';
import { KithError, truncateText } from '../../shared/error.ts';
import { trimRecord } from '../replies/trim-reply.ts';
import { wayOf } from './contacts.ts';
import type { Candidate, Name, NameMatch } from './name.ts';

const NAME_TOLD = 100;
const TOLD = 10;
const FIELDS_TOLD = 20;
const OF_NEAREST = 'Call again with one of the nearest candidates if it is the right one. Otherwise, ask the person.';
const NONE_NEAR = 'No name is similar. Ask the person for the exact name.';

/**
 * Throws if a name has no match or several. Also throws if the call would delete a contact by name: two people can share a
 * name, and nobody would notice that the wrong one was deleted.
 */
export function refuse(operation: Operation, found: ReadonlyMap<Name, NameMatch>): void {
  const isTooLittle = ({ kind, given }: Name, { inPart }: NameMatch) =>
    operation.effect === 'delete' && kind === 'contact' && (wayOf(given) === 'name' || inPart);
  const refused = [...found].filter(
    ([name, what]) => what.matches.length !== 1 || what.unsure || isTooLittle(name, what),
  );
  if (refused.length === 0) return;
  const told = refused.slice(0, FIELDS_TOLD);
  const reasons = told.flatMap(([name, what]) => {
    const reason = what.matches.length === 1 && !what.unsure ? tooLittle(operation, what) : reasonOf(name, what);
    return name.fields.slice(0, FIELDS_TOLD).map((field) => [field, reason] as const);
  });
  const known = refused.some(([, { matches, unsure }]) => matches.length > 0 || unsure);
  throw new KithError(known ? 'BadRequest' : 'NotFound', reasons[0]!.join(': ') + more(reasons.length - 1), {
    hint: known
      ? 'Call again with the id of the right candidate. If it is unclear which one that is, ask the person.'
      : `${refused.some(([, { nearest }]) => nearest?.length) ? OF_NEAREST : NONE_NEAR}${maker(refused)}`,
    details: { fields: Object.fromEntries(reasons.slice(0, FIELDS_TOLD)), candidates: told.map(candidatesOf) },
  });
}

const more = (count: number): string => (count > 0 ? `; and ${count} more` : '');

const tooLittle = ({ name }: Operation, { inPart }: NameMatch): string =>
  inPart
    ? `${name} takes a contact by the whole phone number, not by the end of it`
    : `${name} takes a contact by id, email address or phone number, not by name`;

function reasonOf({ kind, given }: Name, { matches, unsure, all = [] }: NameMatch): string {
  const name = `"${truncateText(given, NAME_TOLD)}"`;
  const count = matches.length;
  if (unsure && count < 2) return `too many contacts are similar to ${name} to choose one`;
  if (kind !== 'contact') {
    const plural = kind.endsWith('s') ? `${kind}es` : `${kind}s`;
    return count === 0 ? `there is no ${kind} ${name}${thereAre(all)}` : `there are ${count} ${plural} ${name}`;
  }
  const way = { email: 'have the email address', phone: 'have the phone number', name: 'are called' }[wayOf(given)];
  return count === 0 ? `there is no contact ${name}` : `${count} contacts ${way} ${name}`;
}

const thereAre = (all: readonly Candidate[]): string =>
  all.length > 0 ? `; there are: ${all.map(({ name }) => `"${truncateText(name, NAME_TOLD)}"`).join(', ')}` : '';

function candidatesOf([{ given }, { matches, nearest = [] }]: [Name, NameMatch]) {
  const listed = (all: Candidate[]) => all.slice(0, TOLD).map((one) => trimRecord(one));
  const left = matches.length - TOLD;
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

function maker(refused: readonly [Name, NameMatch][]): string {
  const makers = new Set(refused.flatMap(([{ kind }]) => MADE_BY[kind] ?? []));
  return makers.size > 0 ? ` ${[...makers].join(', ')} adds a new one.` : '';
}
