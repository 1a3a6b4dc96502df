const waitsOf = (milliseconds: number) => ({
  NODE_OPTIONS: `--import=${new URL('no-long-waits-preload.mjs', import.meta.url).href}`,
  KITH_TEST_LONGEST_WAIT_MS: String(milliseconds),
});

/**
 * For a process that must end within a second: in this environment, a wait of more than a second never ends. The
 * process ends in time or not at all, however busy the computer is.
 */
export const NO_LONG_WAITS = waitsOf(1_000);

/**
 * For a process whose last responses, log entries, or metrics a test reads: it abandons nothing at shutdown, because
 * its limits, of 300 ms or more, never expire.
 */
export const GIVES_NOTHING_UP = waitsOf(250);
