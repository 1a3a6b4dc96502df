/** What a form carries that nobody typed, or that nobody should see, by its names. */
export const UNTYPED =
  /^(key|opened|back|days|passphrase|again|as|choose\..*|ids?|done|before|value|action|was|last|leads|other)$/;
