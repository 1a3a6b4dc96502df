import { MAX_FOLDED_LENGTH } from '../../shared/text/fold.ts';

/**
 * Limits of one request. A request that exceeds one is rejected with a 400 that names it, so no request can delay others.
 * Normal use stays far below; docs/limits.md explains each limit.
 */
export const BOUNDS = {
  /** Levels of nested lists and objects. Traversals are recursive, and deeper ones would overflow the stack. */
  nesting: 100,
  /** Values in a body or a query: strings, numbers, lists, objects. Each takes a microsecond or two to check. */
  values: 100_000,
  /** Fields of one object. */
  fields: 5_000,
  /** Bytes of the rows in one response. A page ends before it exceeds this limit. */
  answerBytes: 5 * 1024 * 1024,
  /** Bytes of the notes stored with a contact in one trash entry. */
  entryBytes: 32 * 1024 * 1024,
  /**
   * Conditions in a filter, including all alternatives, and ids in its lists. Each custom field value counts as a
   * condition.
   */
  filterConditions: 200,
  filterIds: 5_000,
  /**
   * Characters of all strings in a request, and of one string, after folding. A single character can expand to 18. Only
   * text that expands comes near this limit.
   */
  foldedCharacters: 5 * 1024 * 1024,
  foldedText: MAX_FOLDED_LENGTH,
  /** Characters in a name or similarly short text. */
  name: 500,
  /** Characters in a place of residence or education. */
  phrase: 2_000,
} as const;
