import type { ReceivedGroup } from '../../shared/cards/address-book.ts';
import { componentValues, plainValue } from '../../vcard/values.ts';
import { fittingTitle } from './limits.ts';
import type { CardLine } from './line.ts';
import { notACard } from './parse-card.ts';

const KINDS = ['KIND', 'X-ADDRESSBOOKSERVER-KIND'];
const MEMBERS = ['MEMBER', 'X-ADDRESSBOOKSERVER-MEMBER'];

/** Whether a property marks the card as a group (RFC 6350, 6.1.4, and Apple's form for 3.0). */
export const isGroupLine = ({ property }: CardLine): boolean =>
  KINDS.includes(property.name) && property.value.trim().toLowerCase() === 'group';

export const isMemberLine = ({ property }: CardLine): boolean => MEMBERS.includes(property.name);

/** Normalizes a UID. Devices write the prefix only sometimes. */
export const bareUid = (uid: string): string => uid.trim().replace(/^urn:uuid:/i, '');

/** Reads the title and members of a group's card. Throws a 400 if there is no title. */
export function readGroup(lines: CardLine[]): Pick<ReceivedGroup, 'title' | 'members'> {
  const named = (name: string) => lines.find(({ property }) => property.name === name)?.property;
  const [full, name] = [named('FN'), named('N')];
  const title = fittingTitle((full && plainValue(full)) || (name && componentValues(name, '4.0', ' ')[0]) || '');
  if (title === '') throw notACard('FN', 'must contain the name of the group');
  const members = lines.filter(isMemberLine).map(({ property }) => bareUid(plainValue(property)));
  return { title, members: [...new Set(members.filter(Boolean))] };
}
