/** A process under test with these in its environment never comes to the end of a text with `ENDLESS` in it. */
export const ENDLESS_READING = {
  NODE_OPTIONS: `--import=${new URL('endless-reading-preload.mjs', import.meta.url).href}`,
  /** Of computing time: enough for any other text of these tests on any machine. */
  KITH_READ_SECONDS: '2',
};

export const ENDLESS = 'a text that takes for ever to read';
