import { NOT_CONNECTED } from '../../contract/agenda.ts';

const WORDS = {
  [NOT_CONNECTED.calendar]: 'No calendar is connected.',
  [NOT_CONNECTED.mail]: 'No mail account is connected.',
};
const CONNECT = 'Connect one';

/** A warning of an answer. What it says to do at a shell is a link here. */
export function Warning({ text }: { text: string }) {
  const missing = Object.entries(WORDS).find(([what]) => text.startsWith(what));
  if (!missing) return text;
  return (
    <>
      {missing[1]} <a href="/settings/accounts">{CONNECT}</a>
    </>
  );
}
