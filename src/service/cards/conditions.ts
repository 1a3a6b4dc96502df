import type { Conditions } from '../../shared/cards/address-book.ts';

/**
 * Whether the preconditions hold for a card with this change number (RFC 9110, section 13.1). `change` is undefined if
 * there is no card.
 */
export function holds({ ifMatch, ifNoneMatch }: Conditions, change: number | undefined): boolean {
  const isOneOf = (wanted: number[] | '*') => change !== undefined && (wanted === '*' || wanted.includes(change));
  if (ifMatch !== undefined && !isOneOf(ifMatch)) return false;
  return ifNoneMatch === undefined || !isOneOf(ifNoneMatch);
}
