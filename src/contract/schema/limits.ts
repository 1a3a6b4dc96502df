import { MAX_FOLDED_LENGTH } from '../../shared/text/fold.ts';

/**
 * How much one request may ask for. A request beyond a bound is refused with a 400 that names it, so that no request
 * takes so long that others wait. People and assistants stay far below; docs/limits.md explains each.
 */
export const BOUNDS = {
  /** Levels of lists and objects. Every walk over the values goes as deep, and a deeper one would exhaust the stack. */
  nesting: 100,
  /** Values in a body or a query: texts, numbers, lists, objects. Each takes a microsecond or two to check. */
  values: 100_000,
  /** Fields of one object. */
  fields: 5_000,
  /** Bytes of the rows in one answer. A page ends before it exceeds this limit. */
  answerBytes: 5 * 1024 * 1024,
  /** Bytes of the notes that go into one entry of the trash with a contact. */
  entryBytes: 32 * 1024 * 1024,
  /**
   * Conditions of a filter over all its alternatives, and the ids in their lists. Each value of a custom field is a
   * condition.
   */
  filterConditions: 200,
  filterIds: 5_000,
  /**
   * Characters of all texts of a request, and of one text, after folding: a single character may stand for eighteen
   * others. Only text that grows when it is folded comes near.
   */
  foldedCharacters: 5 * 1024 * 1024,
  foldedText: MAX_FOLDED_LENGTH,
  /** A person's name, or another text as short. */
  name: 500,
  /** Where somebody studied or lives. */
  phrase: 2_000,
} as const;
