/** Numbers in [0, 1) determined by a seed (mulberry32), so that a failing run can be repeated. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One of several, chosen by weight. */
export function drawFrom<T>(random: () => number, shares: [number, T][]): T {
  let left = random() * shares.reduce((sum, [share]) => sum + share, 0);
  for (const [share, one] of shares) {
    left -= share;
    if (left < 0) return one;
  }
  return shares.at(-1)![1];
}
