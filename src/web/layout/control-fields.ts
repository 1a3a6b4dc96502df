/** Names of form fields that nobody typed, or that nobody should see again. */
export const CONTROL_FIELDS =
  /^(key|opened|back|days|passphrase|again|as|choose\..*|ids?|done|before|value|action|was|last|leads|other|start)$/;
