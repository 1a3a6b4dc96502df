import { KithError } from '../../shared/error.ts';
import { foldable } from '../../shared/text/fold.ts';
import { shouldYield, yieldToOthers } from '../../shared/yield.ts';
import { CARD, childOf, childrenOf, type Element } from '../client/xml.ts';
import { type ComparedLine, type ComparedValue, comparedLines, type Fold } from './compared-lines.ts';
import { COLLATIONS } from './properties.ts';
import { refusal } from './refusal.ts';

/** Tests whether a card matches. Yields to other requests between comparisons. */
export type CardFilter = (card: string) => Promise<boolean>;

type Test<T> = (subject: T) => Promise<boolean>;

/** Each condition is tested on every card. */
const MAX_CONDITIONS = 100;
/**
 * Maximum length of a `text-match`, in characters. A comparison takes up to this many steps per character of a card.
 */
const MAX_MATCH_LENGTH = 1_000;

/**
 * Parses the filter of an addressbook-query (RFC 6352, 10.5). Throws 400 if it is malformed, 403 for an unknown
 * collation.
 */
export function filterIn(query: Element): CardFilter {
  const filter = childOf(query, CARD, 'filter');
  if (!filter) throw new KithError('BadRequest', 'An addressbook-query needs a filter.');
  const read = reader();
  const ofProperties = childrenOf(filter, CARD, 'prop-filter').map((one) => read.property(one));
  if (ofProperties.length === 0) return async () => true;
  const matches = combined(filter, ofProperties);
  return (card) => matches(comparedLines(card));
}

/** Combines tests according to the `test` attribute, which defaults to `anyof`. */
function combined<T>({ attributes: { test = 'anyof' } }: Element, tests: Test<T>[]): Test<T> {
  if (test !== 'anyof' && test !== 'allof') throw malformed('test', 'anyof or allof');
  const isAny = test === 'anyof';
  return async (subject) => {
    for (const one of tests) if ((await one(subject)) === isAny) return isAny;
    return !isAny;
  };
}

function reader() {
  let conditions = 0;
  const counted = () => {
    conditions++;
    if (conditions > MAX_CONDITIONS)
      throw new KithError('BadRequest', `A filter may have at most ${MAX_CONDITIONS} conditions.`);
  };

  /** All (or any) of a property's conditions must match on the same line. */
  function property(element: Element): Test<(name: string) => ComparedLine[]> {
    counted();
    const name = nameOf(element);
    if (childOf(element, CARD, 'is-not-defined')) return async (linesOf) => linesOf(name).length === 0;
    const tests: Test<ComparedLine>[] = [
      ...childrenOf(element, CARD, 'text-match').map((one): Test<ComparedLine> => {
        const matches = textMatch(one);
        return ({ value }) => matches([value]);
      }),
      ...childrenOf(element, CARD, 'param-filter').map(parameter),
    ];
    if (tests.length === 0) return async (linesOf) => linesOf(name).length > 0;
    const matches = combined(element, tests);
    return async (linesOf) => {
      for (const line of linesOf(name)) if (await matches(line)) return true;
      return false;
    };
  }

  function parameter(element: Element): Test<ComparedLine> {
    counted();
    const name = nameOf(element);
    if (childOf(element, CARD, 'is-not-defined')) return async ({ parameters }) => !parameters.has(name);
    const asked = childOf(element, CARD, 'text-match');
    if (!asked) return async ({ parameters }) => parameters.has(name);
    const matches = textMatch(asked);
    return async ({ parameters }) => parameters.has(name) && matches(parameters.get(name)!);
  }

  function textMatch({ text, attributes }: Element): Test<ComparedValue[]> {
    counted();
    if (text.length > MAX_MATCH_LENGTH)
      throw new KithError('BadRequest', `A text-match may have at most ${MAX_MATCH_LENGTH} characters.`);
    const { collation = 'default', 'match-type': type = 'contains', 'negate-condition': negate = 'no' } = attributes;
    const fold = FOLDS.get(collation);
    if (!fold) throw refusal(403, '<C:supported-collation/>', `The supported collations are ${COLLATIONS.join(', ')}.`);
    const compare = Object.hasOwn(COMPARISONS, type) ? COMPARISONS[type as keyof typeof COMPARISONS] : undefined;
    if (!compare) throw malformed('match-type', Object.keys(COMPARISONS).join(', '));
    if (negate !== 'yes' && negate !== 'no') throw malformed('negate-condition', 'yes or no');
    const looked = fold(text);
    const isNegated = negate === 'yes';
    return async (values) => {
      for (const value of values) {
        if (shouldYield()) await yieldToOthers();
        if (compare(value(fold), looked)) return !isNegated;
      }
      return isNegated;
    };
  }

  return { property };
}

/** Equates everything that RFC 5051 does, which compares by titlecase and compatibility decomposition. */
const unicodeFold = (text: string): string =>
  foldable(text).normalize('NFKD').toUpperCase().toLowerCase().normalize('NFKD');

const FOLDS = new Map<string, Fold>([
  ['default', unicodeFold],
  ['i;unicode-casemap', unicodeFold],
  ['i;ascii-casemap', (text) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())],
  ['i;octet', (text) => text],
]);

const COMPARISONS = {
  equals: (value: string, looked: string) => value === looked,
  contains: (value: string, looked: string) => value.includes(looked),
  'starts-with': (value: string, looked: string) => value.startsWith(looked),
  'ends-with': (value: string, looked: string) => value.endsWith(looked),
};

function nameOf({ name: kind, attributes: { name } }: Element): string {
  if (!name) throw new KithError('BadRequest', `A ${kind} needs a name.`);
  return name.toUpperCase();
}

const malformed = (attribute: string, must: string) =>
  new KithError('BadRequest', `${attribute} must be one of ${must}.`);
