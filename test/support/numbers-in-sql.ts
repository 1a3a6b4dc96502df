/** A table `numbers` with the column `i`, from 1 to `last`, without recursion, which Citus does not distribute. */
export function numbersTo(last: number): string {
  const places = String(last)
    .split('')
    .map((_, place) => `d${place}`);
  const sum = places.map((name, place) => `${name}.i * ${10 ** place}`).join(' + ');
  const digits = 'digits(i) as (values (0), (1), (2), (3), (4), (5), (6), (7), (8), (9))';
  const from = places.map((name) => `digits as ${name}`).join(', ');
  return `(with ${digits} select n.i from (select ${sum} as i from ${from}) as n where n.i between 1 and ${last}) as numbers`;
}
