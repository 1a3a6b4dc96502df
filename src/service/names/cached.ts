// Address books contain few distinct names, and these are compared often.

const MAX_CACHED = 50_000;
const MAX_PAIRS = 200_000;

/** Caches the results of `work` by text. */
export function remembered<T>(work: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    let value = known.get(text);
    if (value === undefined) {
      value = work(text);
      if (known.size >= MAX_CACHED) known.clear();
      known.set(text, value);
    }
    return value;
  };
}

/** Caches the results of `work` for pairs of objects, by identity. */
export function rememberedPairs<K, T>(work: (a: K, b: K) => T): (a: K, b: K) => T {
  const known = new Map<K, Map<K, T>>();
  let size = 0;
  return (a, b) => {
    let value = known.get(a)?.get(b);
    if (value === undefined) {
      value = work(a, b);
      if (++size > MAX_PAIRS) {
        known.clear();
        size = 1;
      }
      const ofA = known.get(a);
      if (ofA) ofA.set(b, value);
      else known.set(a, new Map([[b, value]]));
    }
    return value;
  };
}
