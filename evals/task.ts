// A task has a request as a person would put it, and the result that a verifier expects (verify.ts).

export const CATEGORIES = [
  'look up',
  'remember',
  'plan',
  'change many',
  'merge and undo',
  'agenda',
  'ambiguity',
  'refusal',
  'injection',
  'impossible',
] as const;

/** Calls a tool and returns its structured content. Throws if the tool reports an error. */
// biome-ignore lint/suspicious/noExplicitAny: a play reads replies the way a model does, without their types.
export type Call = (tool: string, args?: Record<string, unknown>) => Promise<any>;

/** A sequence of calls with the final answer. */
export type Play = (call: Call) => Promise<string>;

/** A string anywhere in a text, ignoring case and accents, or a match. */
export type Pattern = string | RegExp;

export interface Task {
  id: string;
  category: (typeof CATEGORIES)[number];
  language: 'en' | 'de' | 'fr' | 'es' | 'pt';
  prompt: string;
  /** Changes the sample address book before the task. */
  setup?: (call: Call) => Promise<void>;
  /** Found in every right answer. */
  says?: readonly Pattern[];
  /** Found in no right answer. */
  saysNot?: readonly Pattern[];
  /** Lines of the difference (difference.ts), each of which must be there once. */
  changes?: readonly Pattern[];
  /** Lines of the difference that may be there. Any other line is damage. */
  may?: readonly RegExp[];
  /** Number of calls that are enough. */
  calls: number;
  /** Operations that are a good first call. */
  starts: readonly string[];
  /** Passes. */
  right: Play;
  /** A tempting mistake, which fails. */
  slip: Play;
}

/** Today for all tasks (scripts/pictures/clock.cjs), and the person's time zone. */
export const TODAY = 'Friday, December 4, 2026';
export const ZONE = 'Europe/London';

/** The text for the model: the request, and the date, as hosts give it. */
export const promptOf = ({ prompt }: Task): string => `(Today is ${TODAY}. Time zone: ${ZONE}.)\n\n${prompt}`;
