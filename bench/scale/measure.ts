import { recordStatements } from '../bare-sql.ts';
import { Samples, type Spread, timed } from '../figures.ts';
import type { BareDatabase, Statement } from './engines.ts';
import type { Operation } from './operations.ts';

export interface Figure {
  name: string;
  took: Spread;
  /** The same statements run bare, in one transaction. */
  bare: Spread;
  statements: number;
}

const MAXIMUM_MS = 6_000;
const WARM_UP = 10;
const WARM_UP_MS = 1_000;

/** Calls an operation and its bare statements in turns, until there are enough samples or time is up. */
export async function measure(
  { name, call, writes }: Operation,
  bare: BareDatabase,
  idle: () => Promise<void>,
  samples: number,
): Promise<Figure> {
  const found = new Samples();
  let recorded: Statement[] = [];
  const started = performance.now();
  let warm = false;
  for (let number = 0; number < WARM_UP + samples; number++) {
    if (writes) await bare.settle();
    const took = await timed(() => call(number));
    await idle();
    // A write is recorded again each time, outside the measurement, and undone: the inserted rows do not exist yet, and
    // the index pages are as before.
    if (number === 0 || writes) recorded = await recordStatements(() => call(100_000 + number, { dryRun: true }));
    await idle();
    if (writes) await bare.settle();
    const bareTook = await timed(() => bare.run(recorded));
    if (warm) {
      found.add('took', took);
      found.add('bare', bareTook);
    }
    const spent = performance.now() - started;
    if (warm && spent > MAXIMUM_MS) break;
    warm = number + 1 >= WARM_UP || spent > WARM_UP_MS;
  }
  return { name, took: found.get('took')!, bare: found.get('bare')!, statements: recorded.length };
}
