import type { SentGroup } from '../../shared/cards/address-book.ts';
import { componentValues, textValue } from '../../vcard/values.ts';
import { notACard } from './card-text.ts';
import { fittingTitle } from './limits.ts';
import type { CardLine } from './line.ts';

const KINDS = ['KIND', 'X-ADDRESSBOOKSERVER-KIND'];
const MEMBERS = ['MEMBER', 'X-ADDRESSBOOKSERVER-MEMBER'];

/** Whether a property says that the card is a group (RFC 6350, 6.1.4, and Apple's form for 3.0). */
export const isGroupLine = ({ property }: CardLine): boolean =>
  KINDS.includes(property.name) && property.value.trim().toLowerCase() === 'group';

export const isMemberLine = ({ property }: CardLine): boolean => MEMBERS.includes(property.name);

/** A UID as cards name each other by it: devices write it with this prefix, and without. */
export const bareUid = (uid: string): string => uid.trim().replace(/^urn:uuid:/i, '');

/** The title and the members of a group's card. Throws a 400 for one without a title. */
export function readGroup(lines: CardLine[]): Pick<SentGroup, 'title' | 'members'> {
  const named = (name: string) => lines.find(({ property }) => property.name === name)?.property;
  const [full, name] = [named('FN'), named('N')];
  const title = fittingTitle((full && textValue(full)) || (name && componentValues(name, '4.0', ' ')[0]) || '');
  if (title === '') throw notACard('FN', 'must say what the group is called');
  const members = lines.filter(isMemberLine).map(({ property }) => bareUid(textValue(property)));
  return { title, members: [...new Set(members.filter(Boolean))] };
}
