import { COPY as WORDS } from '../words/layout.ts';

/** Copies an element's text. Hidden without a script, when one click selects the text. */
export const CopyButton = ({ of, what }: { of: string; what?: string }) => (
  <button type="button" data-copy={of} data-copied={WORDS.copied} hidden>
    <span aria-live="polite">{WORDS.copy}</span>
    {what && <span class="unseen"> {what}</span>}
  </button>
);
