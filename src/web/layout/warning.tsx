import { NOT_CONNECTED } from '../../contract/agenda.ts';
import { NOT_CONNECTED_WORDS as WORDS } from '../words/layout.ts';

const KINDS = ['calendar', 'mail'] as const;

/** A warning in a response. Its shell command becomes a link. */
export function Warning({ text }: { text: string }) {
  const missing = KINDS.find((kind) => text.startsWith(NOT_CONNECTED[kind]));
  if (!missing) return text;
  return (
    <>
      {WORDS[missing]} <a href="/settings/accounts">{WORDS.connect}</a>
    </>
  );
}
