/**
 * For a process that must end within a second: with this in its environment it ends so or not at all, as no wait of
 * more than a second ever comes to an end. The clock of the machine, which may be busy, has no say in it.
 */
export const NO_LONG_WAITS = {
  NODE_OPTIONS: `--import=${new URL('no-long-waits-preload.mjs', import.meta.url).href}`,
};
