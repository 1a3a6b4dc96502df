/** With this environment, a process under test never finishes reading text that contains `ENDLESS`. */
export const ENDLESS_READING = {
  NODE_OPTIONS: `--import=${new URL('endless-reading-preload.mjs', import.meta.url).href}`,
  /** CPU time that is enough for any other text in these tests on any computer. */
  KITH_READ_SECONDS: '2',
};

export const ENDLESS = 'a text that takes for ever to read';
