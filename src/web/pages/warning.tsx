const WORDS: Record<string, string> = {
  'no calendar is connected': 'No calendar is connected.',
  'no mail account is connected': 'No mail account is connected.',
};
const CONNECT = 'Connect one';

/** A warning of an answer. What it says to do at a shell is a link here. */
export function Warning({ text }: { text: string }) {
  const missing = WORDS[text.split(':', 1)[0]!];
  if (missing === undefined) return text;
  return (
    <>
      {missing} <a href="/settings/accounts">{CONNECT}</a>
    </>
  );
}
