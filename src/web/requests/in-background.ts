/** Whether a script asks while the page stays: it shows a refusal in words, and has no place for a whole page. */
export const isInBackground = ({ headers }: Request): boolean =>
  headers.has('hx-request') || (headers.get('accept') ?? '').startsWith('application/json');
