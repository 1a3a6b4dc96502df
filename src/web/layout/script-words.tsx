import { SCRIPT_ERRORS } from '../words/errors.ts';
/** Messages of the script for failed requests without a message: see src/web/client/trouble.ts. */
export function ScriptWords() {
  const words = Object.entries(SCRIPT_ERRORS).map(([name, text]) => [`data-${name}`, text]);
  return <template id="words" {...Object.fromEntries(words)}></template>;
}
