import type { PersonCard } from '../../shared/cards/address-book.ts';
import type { CardLink } from '../../shared/cards/link.ts';
import { chunked } from '../../shared/lists.ts';
import { pushChange, reconcile } from './pair.ts';
import { isUnchanged } from './reconcile.ts';
import { rememberLink, type SyncSession } from './session.ts';

/** Number of cards read at once. */
const BATCH_SIZE = 50;

/** Writes local changes and new contacts to the server. */
export async function pushLocalChanges(
  session: SyncSession,
  changed: Map<string, number>,
  step: () => void,
): Promise<void> {
  const elsewhere = session.takesNew ? await session.kith.linkedToOtherBooks() : new Set<string>();
  for (const names of chunked([...changed.keys()], BATCH_SIZE)) {
    for (const card of await session.kith.cards.read(names, false, true)) {
      const link = session.byName.get(card.name);
      if (card.kind === 'group') continue;
      if (link) await pushLocalChange(session, link, card);
      else if (session.takesNew && !elsewhere.has(card.name))
        await reconcile(session, { link: undefined, here: card, there: undefined });
      step();
    }
  }
}

async function pushLocalChange(session: SyncSession, link: CardLink, here: PersonCard): Promise<void> {
  // Skips changes made by this run or not visible in cards.
  if (link.change === here.change) return;
  if (link.change !== 0 && isUnchanged(here.fields, link.here)) {
    const kept = { ...link, change: here.change };
    await session.kith.write((writing) => writing.saveLink(kept));
    rememberLink(session, kept);
  } else await pushChange(session, link, here);
}
