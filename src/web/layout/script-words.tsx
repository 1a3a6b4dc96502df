const WORDS = {
  unreachable:
    'There is no connection to kith. What you typed is still here: try again. It takes effect once, even if it did arrive.',
  late: 'No answer came in time. What you typed is still here: try again. It takes effect once, even if it did arrive.',
  large: 'That is too much to be sent. What you typed is still here.',
  often: 'Too many requests. What you typed is still here: wait a minute, then try again.',
  refused: 'That did not work. What you typed is still here. Open the page in another window to see what is there now.',
};

/** What the script says where no answer has words of its own: see src/web/client/trouble.ts. */
export function ScriptWords() {
  const words = Object.entries(WORDS).map(([name, text]) => [`data-${name}`, text]);
  return <template id="words" {...Object.fromEntries(words)}></template>;
}
