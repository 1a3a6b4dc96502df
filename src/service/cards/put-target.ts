import type { Conditions, PutOutcome, ReceivedCard } from '../../shared/cards/address-book.ts';
import { KithError } from '../../shared/error.ts';
import type { CardRow } from '../../store/card-tables.ts';
import type { Context } from '../runtime/context.ts';
import { moveCard, releaseName } from './card-row.ts';
import { holds } from './conditions.ts';
import { bareUid, cardNamed, cardsByUid, isCardInBook } from './rows.ts';

/** The destination of a sent card. */
export interface PutTarget {
  /** The card it replaces. */
  row: CardRow | undefined;
  /** False for a new card, and for that of an archived contact, which no device sees. */
  isInBook: boolean;
  /** Releases the name if a card outside the book uses it. Call it before saving the card. */
  takeName(): Promise<void>;
}

/**
 * Finds the card that a sent card replaces: the card in the book with its name, or the card of an archived contact with
 * its UID, which the device restores. Returns a refusal if a precondition fails, or if another card in the book has this
 * UID (RFC 6352, section 5.3.2.1). Throws 409 if a contact's card would replace a group's, or the reverse.
 */
export async function putTarget(
  context: Context,
  name: string,
  card: ReceivedCard,
  conditions: Conditions,
): Promise<PutTarget | { refusal: PutOutcome; row: CardRow | undefined }> {
  const named = await cardNamed(context, name);
  const standing = named && (await isCardInBook(context, named)) ? named : undefined;
  if (standing && (standing.kind === 'group') !== (card.kind === 'group')) throw otherKind(standing.kind);
  const isSame = standing === undefined || bareUid(standing.uid) === bareUid(card.uid);
  if (!holds(conditions, standing?.change))
    return { refusal: { outcome: 'refused' }, row: isSame ? standing : undefined };
  if (!isSame) return { refusal: { outcome: 'taken', name }, row: standing };
  if (standing) return { row: standing, isInBook: true, async takeName() {} };

  const [other] = await cardsByUid(context, [card.uid]);
  const isArchived = other?.kind === 'contact' && !(await isCardInBook(context, other));
  if (other && (!isArchived || card.kind === 'group' || conditions.leaveArchived))
    return { refusal: { outcome: 'taken', name: other.name }, row: other };
  return {
    row: other,
    isInBook: false,
    async takeName() {
      if (other && other.name === name) return;
      if (named) await releaseName(context, named);
      if (other) await moveCard(context, other, name);
    },
  };
}

const otherKind = (kind: CardRow['kind']) =>
  new KithError(
    'Conflict',
    `This card belongs to a ${kind === 'group' ? 'group' : 'person'}, and its kind cannot change.`,
  );
