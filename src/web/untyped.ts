/** What a form carries that nobody typed, by its names. */
export const UNTYPED = /^(key|opened|back|days|choose\..*|ids?|done|before|value|action)$/;
