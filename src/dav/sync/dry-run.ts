import type { LocalBook, LocalWriter } from './local-book.ts';
import type { RemoteBook } from './remote-book.ts';

// Both sides without their writes, so that a dry run uses the same code as a real one.

export const dryRemote = (remote: RemoteBook): RemoteBook => ({
  ...remote,
  put: async () => ({ outcome: 'written', etag: '"dry"' }),
  remove: async () => ({ outcome: 'written', etag: undefined }),
});

/** Drops writes, but lets later reads in the same write see them. */
export const dryLocal = (kith: LocalBook): LocalBook => ({ ...kith, write: (work) => work(dryWriting(kith)) });

function dryWriting({ cards }: LocalBook): LocalWriter {
  const made = new Map<string, Awaited<ReturnType<typeof cards.read>>[number]>();
  return {
    cards: {
      async put(name, card) {
        const [there] = await cards.read([name], false, false);
        const now = { name, change: there?.change ?? 0, changedAt: there?.changedAt ?? '', text: card.text };
        if (card.kind === 'person')
          made.set(name, { ...now, kind: 'person', uid: card.uid, fields: card.fields, photo: card.photo });
        return { outcome: there ? 'changed' : 'created', change: now.change, asSent: true };
      },
      remove: async () => 'removed',
      read: async (names, withPhotos) => {
        const there = await cards.read(names, withPhotos, false);
        return names.flatMap((name) => made.get(name) ?? there.find((card) => card.name === name) ?? []);
      },
    },
    saveLink: async () => {},
    dropLink: async () => {},
    saveLooked: async () => {},
    saveConflicts: async () => {},
  };
}
