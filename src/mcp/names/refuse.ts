import { cut, KithError } from '../../contract/error.ts';
import type { Operation } from '../../contract/operation.ts';
import type { IdKind } from '../../contract/schema/primitives.ts';
import { trimReply } from '../replies/trim-reply.ts';
import { wayOf } from './contacts.ts';
import type { Candidate, Found, Name } from './name.ts';

const NAME_TOLD = 100;
const TOLD = 10;
const FIELDS_TOLD = 20;

/**
 * Throws when a name means none or several, or when it would delete a contact by a name alone: two people may share one,
 * and which of them is gone is not seen until they are missed.
 */
export function refuse(operation: Operation, found: ReadonlyMap<Name, Found>): void {
  const byNameAlone = ({ kind, given }: Name) =>
    operation.effect === 'delete' && kind === 'contact' && wayOf(given) === 'name';
  const refused = [...found].filter(([name, { matches }]) => matches.length !== 1 || byNameAlone(name));
  if (refused.length === 0) return;
  const told = refused.slice(0, FIELDS_TOLD);
  const reasons = told.flatMap(([name, { matches }]) => {
    const reason =
      matches.length === 1
        ? `${operation.name} takes a contact by id, e-mail address or phone number, not by name`
        : reasonOf(name, matches.length);
    return name.fields.slice(0, FIELDS_TOLD).map((field) => [field, reason] as const);
  });
  const known = refused.some(([, { matches }]) => matches.length > 0);
  throw new KithError(known ? 'BadRequest' : 'NotFound', reasons[0]!.join(': ') + more(reasons.length - 1), {
    hint: known
      ? 'Call again with the id of the one that is meant, from candidates; if that is not clear, ask the person.'
      : `Call again with one of the nearest, from candidates, if that is meant; else ask the person.${maker(refused)}`,
    details: { fields: Object.fromEntries(reasons.slice(0, FIELDS_TOLD)), candidates: told.map(candidatesOf) },
  });
}

const more = (count: number): string => (count > 0 ? `; and ${count} more` : '');

function reasonOf({ kind, given }: Name, count: number): string {
  const name = `"${cut(given, NAME_TOLD)}"`;
  if (kind !== 'contact') {
    const plural = kind.endsWith('s') ? `${kind}es` : `${kind}s`;
    return count === 0 ? `there is no ${kind} ${name}` : `there are ${count} ${plural} ${name}`;
  }
  const way = { email: 'have the e-mail address', phone: 'have the phone number', name: 'are called' }[wayOf(given)];
  return count === 0 ? `there is no contact ${name}` : `${count} contacts ${way} ${name}`;
}

function candidatesOf([{ given }, { matches, nearest = [] }]: [Name, Found]) {
  const listed = (all: Candidate[]) => all.slice(0, TOLD).map((one) => trimReply(one));
  const left = matches.length - TOLD;
  return matches.length > 0
    ? { given, matches: listed(matches), ...(left > 0 && { more: left }) }
    : { given, nearest: listed(nearest) };
}

/** What is not there yet can be made. */
const MADE_BY: Partial<Record<IdKind, string>> = {
  contact: 'create_contact',
  tag: 'create_tag',
  group: 'create_group',
  'custom field': 'create_custom_field',
};

function maker(refused: readonly [Name, Found][]): string {
  const makers = new Set(refused.flatMap(([{ kind }]) => MADE_BY[kind] ?? []));
  return makers.size > 0 ? ` ${[...makers].join(', ')} adds a new one.` : '';
}
