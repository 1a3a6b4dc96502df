/** A script asks while the page stays: it shows the words of a refusal where it asked, and has no place for a page. */
export const isInBackground = ({ headers }: Request): boolean =>
  headers.has('hx-request') || (headers.get('accept') ?? '').startsWith('application/json');
