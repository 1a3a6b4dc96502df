import type { Store } from './store.ts';

const MAX_REMEMBERED = 1_000;

/**
 * Remembers what was found under a name for as long as nothing at all was written, by this process or another. Where the
 * store cannot tell, it is found anew each time.
 */
export function whileUnchanged<T>(store: Store) {
  const known = new Map<string, T>();
  let current: string | undefined;
  return async (name: string, find: (name: string) => Promise<T | undefined>): Promise<T | undefined> => {
    // Before anything is read: what is written meanwhile changes the mark, and what was read is forgotten.
    const mark = store.mark?.();
    if (mark === undefined) return find(name);
    if (mark !== current) known.clear();
    current = mark;
    const found = known.get(name) ?? (await find(name));
    if (found === undefined || current !== mark) return found;
    if (known.size >= MAX_REMEMBERED) known.clear();
    known.set(name, found);
    return found;
  };
}
