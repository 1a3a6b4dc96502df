import { LONGEST_FOLDED } from '../shared/text/fold.ts';

/**
 * What one request may ask for, in one place. A request beyond a bound is refused with a 400 that names it, so that
 * none takes so long that others wait. People and assistants stay far below; docs/limits.md tells of each.
 */
export const BOUNDS = {
  /** Levels of lists and objects: every walk over the values is as deep, and a deeper one would exhaust the stack. */
  nesting: 100,
  /** Values in a body or a query: texts, numbers, lists, objects. To check one takes a microsecond or two. */
  values: 100_000,
  /** Fields of one object. */
  fields: 5_000,
  /** Bad fields named in one answer, and how much of a name and of a reason it repeats. */
  fieldsTold: 20,
  fieldNameTold: 120,
  reasonTold: 400,
  /** The longest message of an error. */
  messageTold: 2_000,
  /**
   * Conditions of a filter over all its alternatives, and the ids in their lists. Each value of a custom field is a
   * condition.
   */
  filterConditions: 200,
  filterIds: 5_000,
  /**
   * Characters of all texts of a request, and of one of them, after folding: a single character may stand for eighteen
   * others. Only text that swells comes near.
   */
  foldedCharacters: 5 * 1024 * 1024,
  foldedText: LONGEST_FOLDED,
  /** A person's name; likewise what is as short. */
  name: 500,
  /** Where somebody studied or lives. */
  phrase: 2_000,
} as const;
