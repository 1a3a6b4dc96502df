import type { Conditions, PutOutcome, ReceivedCard } from '../../shared/cards/address-book.ts';
import { KithError } from '../../shared/error.ts';
import type { CardRow } from '../../store/card-tables.ts';
import type { Context } from '../runtime/context.ts';
import { moveCard, releaseName } from './card-row.ts';
import { holds } from './conditions.ts';
import { bareUid, cardNamed, cardsByUid, isStanding } from './rows.ts';

/** The place of a sent card in the book. */
export interface PutTarget {
  /** The card that it replaces. */
  row: CardRow | undefined;
  /** False for an archived contact's card, which no device sees. */
  isInBook: boolean;
  /** Frees the name if a card outside the book has it. Call this before saving the card. */
  takeName(): Promise<void>;
}

/**
 * Finds the card that a sent card replaces: the one in the book with its name, or an archived contact's card with its UID, which
 * the device restores. Otherwise returns the refusal: a failed precondition (with its card), or another card in the book with
 * this UID (RFC 6352, 5.3.2.1). Throws 409 if a person's card would replace a group's, or the reverse.
 */
export async function putTarget(
  context: Context,
  name: string,
  card: ReceivedCard,
  conditions: Conditions,
): Promise<PutTarget | { refusal: PutOutcome; row: CardRow | undefined }> {
  const named = await cardNamed(context, name);
  const standing = named && (await isStanding(context, named)) ? named : undefined;
  if (standing && (standing.kind === 'group') !== (card.kind === 'group')) throw otherKind(standing.kind);
  const isSame = standing === undefined || bareUid(standing.uid) === bareUid(card.uid);
  if (!holds(conditions, standing?.change))
    return { refusal: { outcome: 'refused' }, row: isSame ? standing : undefined };
  if (!isSame) return { refusal: { outcome: 'taken', name }, row: standing };
  if (standing) return { row: standing, isInBook: true, async takeName() {} };

  const [other] = await cardsByUid(context, [card.uid]);
  const isArchived = other?.kind === 'contact' && !(await isStanding(context, other));
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
