import type { Store } from './store.ts';

const MAX_REMEMBERED = 1_000;

/**
 * Caches results by name until this or another process writes anything. If the store cannot tell, nothing is cached.
 */
export function whileUnchanged<T>(store: Store) {
  const known = new Map<string, T>();
  let current: string | undefined;
  return async (name: string, find: (name: string) => Promise<T | undefined>): Promise<T | undefined> => {
    // Read the mark before the data: a concurrent write changes the mark, and the result is then discarded.
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
