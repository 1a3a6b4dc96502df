import { readCard } from '../../dav/cards/read-card.ts';
import { writeCard } from '../../dav/cards/write-card.ts';
import type { SyncCodec } from '../../dav/sync/codec.ts';
import { KithError } from '../../shared/error.ts';

/** Reads and writes a server's vCards, each in its own version. */
export const cardCodec: SyncCodec = {
  read(text) {
    try {
      const card = readCard(text);
      return card.kind === 'person' ? card : { isGroup: true };
    } catch (error) {
      if (error instanceof KithError && error.code === 'BadRequest') return { trouble: error.message };
      throw error;
    }
  },
  write: (card) => writeCard(card, /^VERSION:4/im.test(card.text ?? '') ? '4.0' : '3.0'),
};
