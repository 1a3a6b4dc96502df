/** Names of form fields that nobody typed, or that nobody should see again. */
export const UNTYPED =
  /^(key|opened|back|days|passphrase|again|as|choose\..*|ids?|done|before|value|action|was|last|leads|other)$/;
