import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { type DescribedOperation, describedOperations, violations } from './openapi.ts';
import { type Request, requestsOf } from './random-requests.ts';
import type { User } from './service.ts';
import { makeWorld, ownedBy, type World } from './world.ts';

/** Count of each response status, by operation. */
export type Tally = Map<string, Map<number, number>>;

export interface FuzzResult {
  tally: Tally;
  /** Each request whose response violates the description, reduced as far as possible. */
  found: string[];
}

/** Requests also delete rows, so new ones are created after this many requests. */
const MOURNING = 8;

/**
 * Sends `perOperation` random requests of each operation as this user, who should own nothing of value. A `seed`
 * repeats a run as far as the service allows.
 */
export async function fuzz(user: User, perOperation: number, seed: number): Promise<FuzzResult> {
  const tally: Tally = new Map();
  const found: string[] = [];
  let world: World | undefined;
  let sent = 0;
  let madeAnew = 0;
  let isWhole = false;
  for (const operation of describedOperations) {
    const counts = new Map<number, number>();
    tally.set(operation.name, counts);
    const idOf = (field: string): string => {
      const owned = ownedBy(operation.name, field);
      return owned && world ? world[owned] : randomUUID();
    };
    const property = fc.asyncProperty(requestsOf(operation, idOf), async ({ method, path, body, key }) => {
      sent++;
      if (!world || (!isWhole && sent - madeAnew > MOURNING)) {
        world = await makeWorld(user, `fuzz-${sent}`);
        [madeAnew, isWhole] = [sent, true];
      }
      const answer = await user.call(method, path, body, { key });
      counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1);
      if (answer.status < 300 && /delete|merge|unta|remove/.test(operation.name)) isWhole = false;
      const wrong = violations(operation, answer);
      if (wrong.length > 0) throw new Error(wrong.join('\n'));
    });
    const outcome = await fc.check(property, { numRuns: perOperation, seed });
    if (outcome.failed) found.push(described(operation, outcome));
  }
  return { tally, found };
}

function described({ name }: DescribedOperation, outcome: fc.RunDetails<[Request]>): string {
  const request = JSON.stringify(outcome.counterexample?.[0]);
  const message = (outcome.errorInstance as Error | undefined)?.message;
  return `${name} (seed ${outcome.seed}): ${message}\n  ${request}`;
}
