import { append, chunked } from '../../shared/lists.ts';
import { ownDigits } from '../../shared/text/phones.ts';
import { ARCHIVED_TOO, candidate, filterContacts, NAME_FIELDS } from './filter-contacts.ts';
import type { LookupContext, NameArgument, NameMatch } from './name.ts';

const BATCH_SIZE = 20;
const WITH_NUMBERS = { ...NAME_FIELDS, contact_phone_numbers: true };

/**
 * Finds contacts by phone number, including archived ones. The service also matches the end of a number, so exact
 * matches come first. Each number has its own query, because the index answers that one fastest.
 */
export async function findContactsByPhone(
  look: LookupContext,
  names: readonly NameArgument[],
): Promise<[NameArgument, NameMatch][]> {
  const found: [NameArgument, NameMatch][] = [];
  for (const some of chunked(names, BATCH_SIZE))
    append(found, await Promise.all(some.map((name) => holdersOf(look, name))));
  return found;
}

async function holdersOf(look: LookupContext, name: NameArgument): Promise<[NameArgument, NameMatch]> {
  const { contacts, all } = await filterContacts(
    look,
    { phone: name.given, ...ARCHIVED_TOO },
    { select: WITH_NUMBERS },
  );
  const wanted = ownDigits(name.given);
  const whole = contacts.filter(({ contact_phone_numbers: numbers = [] }) =>
    numbers
      .flatMap(({ phone_number, phone_number_sanitized }) => [phone_number, phone_number_sanitized ?? ''])
      .some((number) => ownDigits(number).some((own) => own !== '' && wanted.includes(own))),
  );
  if (whole.length > 0) return [name, { matches: whole.map(candidate) }];
  return [name, { matches: contacts.map(candidate), inPart: true, ...(!all && { unsure: true }) }];
}
