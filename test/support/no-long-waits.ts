const waitsOf = (milliseconds: number) => ({
  NODE_OPTIONS: `--import=${new URL('no-long-waits-preload.mjs', import.meta.url).href}`,
  KITH_TEST_LONGEST_WAIT_MS: String(milliseconds),
});

/**
 * For a process that must end within a second: with this in its environment it ends so or not at all, as no wait of
 * more than a second ever comes to an end. The clock of the machine, which may be busy, has no say in it.
 */
export const NO_LONG_WAITS = waitsOf(1_000);

/**
 * For a process whose last answers, log entries or figures a test reads: it gives nothing up when it ends, as the limits
 * of the time it has for that, the shortest of 300 ms, never pass.
 */
export const GIVES_NOTHING_UP = waitsOf(250);
