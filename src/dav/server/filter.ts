import { KithError } from '../../contract/error.ts';
import { CARD, childOf, childrenOf, type Element } from '../../import/carddav/xml.ts';
import { contentLines, type ReadLine, readLine } from './content-lines.ts';
import { COLLATIONS } from './properties.ts';
import { refusal } from './refusal.ts';

/** Whether a card is one that is looked for. */
export type Filter = (card: string) => boolean;

type Test<T> = (subject: T) => boolean;

/** Each is tried on every card. */
const MOST_CONDITIONS = 100;

/** The filter of an addressbook-query (RFC 6352, 10.5). Throws 400 for one that is malformed, 403 for a foreign collation. */
export function filterIn(query: Element): Filter {
  const filter = childOf(query, CARD, 'filter');
  if (!filter) throw new KithError('BadRequest', 'An addressbook-query needs a filter.');
  const read = reader();
  const ofProperties = childrenOf(filter, CARD, 'prop-filter').map((one) => read.property(one));
  if (ofProperties.length === 0) return () => true;
  const matches = combined(filter, ofProperties);
  return (card) => matches(contentLines(card).map(readLine));
}

/** `test`: any of them by default. */
function combined<T>({ attributes: { test = 'anyof' } }: Element, tests: Test<T>[]): Test<T> {
  if (test !== 'anyof' && test !== 'allof') throw malformed('test', 'anyof or allof');
  return (subject) => (test === 'anyof' ? tests.some((one) => one(subject)) : tests.every((one) => one(subject)));
}

function reader() {
  let conditions = 0;
  const counted = () => {
    conditions++;
    if (conditions > MOST_CONDITIONS)
      throw new KithError('BadRequest', `A filter may have ${MOST_CONDITIONS} conditions.`);
  };

  /** One line has to meet all (or any) of what is asked of a property. */
  function property(element: Element): Test<ReadLine[]> {
    counted();
    const name = nameOf(element);
    const own = (lines: ReadLine[]) => lines.filter((line) => line.name === name);
    if (childOf(element, CARD, 'is-not-defined')) return (lines) => own(lines).length === 0;
    const tests: Test<ReadLine>[] = [
      ...childrenOf(element, CARD, 'text-match').map((one): Test<ReadLine> => {
        const matches = textMatch(one);
        return ({ value }) => matches([value]);
      }),
      ...childrenOf(element, CARD, 'param-filter').map(parameter),
    ];
    const matches = tests.length === 0 ? () => true : combined(element, tests);
    return (lines) => own(lines).some(matches);
  }

  function parameter(element: Element): Test<ReadLine> {
    counted();
    const name = nameOf(element);
    if (childOf(element, CARD, 'is-not-defined')) return ({ parameters }) => !parameters.has(name);
    const asked = childOf(element, CARD, 'text-match');
    const matches = asked ? textMatch(asked) : () => true;
    return ({ parameters }) => parameters.has(name) && matches(parameters.get(name)!);
  }

  function textMatch({ text, attributes }: Element): Test<string[]> {
    counted();
    const { collation = 'default', 'match-type': type = 'contains', 'negate-condition': negate = 'no' } = attributes;
    const fold = FOLDS.get(collation);
    if (!fold) throw refusal(403, '<C:supported-collation/>', `The collations are ${COLLATIONS.join(', ')}.`);
    const compare = Object.hasOwn(COMPARISONS, type) ? COMPARISONS[type as keyof typeof COMPARISONS] : undefined;
    if (!compare) throw malformed('match-type', Object.keys(COMPARISONS).join(', '));
    if (negate !== 'yes' && negate !== 'no') throw malformed('negate-condition', 'yes or no');
    const looked = fold(text);
    return (values) => values.some((value) => compare(fold(value), looked)) !== (negate === 'yes');
  }

  return { property };
}

/** RFC 5051 compares by titlecase and compatibility decomposition; this maps alike what that does. */
const unicodeFold = (text: string): string => text.normalize('NFKD').toUpperCase().toLowerCase().normalize('NFKD');

const FOLDS = new Map<string, (text: string) => string>([
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
