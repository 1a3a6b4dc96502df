// Links in events come from whoever wrote the event; what opens is up to the one who reads them.

/** A link to a page, or none: `javascript:` and the like lead nowhere. */
export const webLink = (uri: string | null | undefined): string | null =>
  uri && /^https?:\/\//i.test(uri) ? uri : null;

/** Whether a conference can be joined by it: a page, a number to dial, or an address of internet telephony. */
export const isJoinable = (uri: string): boolean => /^(https?:\/\/|tel:|sips?:)/i.test(uri);
