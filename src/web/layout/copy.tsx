const WORDS = { copy: 'Copy', copied: 'Copied' };

/** Copies the text of an element. Without a script it is not there; the text can be selected by one click. */
export const CopyButton = ({ of, what }: { of: string; what?: string }) => (
  <button type="button" data-copy={of} data-copied={WORDS.copied} hidden>
    <span aria-live="polite">{WORDS.copy}</span>
    {what && <span class="unseen"> {what}</span>}
  </button>
);
