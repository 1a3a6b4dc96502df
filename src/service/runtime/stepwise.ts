import type { Secret } from '../../identity/secrets/secret.ts';
import { KithError } from '../../shared/error.ts';
import { yieldToOthers } from '../../shared/yield.ts';
import { savepoint } from '../../store/store.ts';
import type { Context } from './context.ts';
import type { Reached, Steps, Watcher } from './handler.ts';
import type { Answer, KeyedRequest } from './idempotency.ts';
import { advance, claim, release, settle } from './idempotency-steps.ts';
import type { Purge } from './retention.ts';
import type { UserData } from './user-data.ts';

/** An operation of several transactions, under its key. */
export interface KeyedSteps {
  data: UserData;
  secret: Secret;
  keyed: KeyedRequest;
  purge: Purge;
  /** ISO 8601 UTC. */
  timeNow(): string;
  watcher: Watcher | undefined;
}

/**
 * Runs `work`, each step in a transaction of its own that also records what it gave: an interrupted call goes on where
 * it stopped when it comes again. Answers what `work` gave, or the recorded answer.
 */
export async function runSteps<T>(
  { data, secret, keyed, purge, timeNow, watcher }: KeyedSteps,
  work: (steps: Steps) => Promise<T>,
  answerOf: (result: T) => Answer,
): Promise<{ result: T } | { answer: Answer }> {
  const claimed = await data.write(({ db, now }) => claim(db, secret, keyed, now));
  if ('answer' in claimed) return claimed;
  let { held } = claimed;
  let next = 0;
  let last: Reached | undefined;
  const steps: Steps = {
    async step<S>(one: (context: Context) => Promise<S>, reached?: Reached): Promise<S> {
      const index = next++;
      if (index in held.done) return held.done[index] as S;
      // Other requests get their turn, and the process hears its signals: nothing else in a step yields.
      await yieldToOthers();
      refuseStopped(watcher, last);
      held = await data.write(async (context) => {
        const given = await one(context);
        // The lease runs from the end of the step, however long that took.
        return advance(context.db, secret, keyed, held, { [index]: given }, timeNow());
      });
      if (reached) {
        last = reached;
        watcher?.onProgress?.(reached.done, reached.total);
      }
      return held.done[index] as S;
    },
    read: data.read,
  };
  try {
    const result = await work(steps);
    await data.write(async ({ db, user, now }) => {
      await settle(db, secret, keyed, held, answerOf(result), now);
      await purge(db, secret, user.user_id, now);
    });
    return { result };
  } catch (error) {
    // A refusal leaves no record, so that the repaired request can go out under the same key. Where even that
    // cannot be written, the lease runs out by itself.
    await data.write(({ db, now }) => release(db, secret, keyed, held, now)).catch(() => {});
    throw error;
  }
}

/** The steps of an operation inside one transaction: a step that throws still leaves nothing behind. */
export const stepsWithin = (context: Context): Steps => ({
  step: (work) => savepoint(context.db, () => work(context)),
  read: (work) => work(context),
});

/** Throws when the caller has asked to stop. What is done by then stays, and is on record under the key. */
export function refuseStopped(watcher: Watcher | undefined, last?: Reached): void {
  if (!watcher?.signal?.aborted) return;
  const done = last ? `${last.done} of ${last.total} are done and stay` : 'nothing was done yet';
  throw new KithError('cancelled', `Stopped as asked: ${done}.`, {
    status: 499,
    hint: 'The same call under the same idempotency key goes on with the rest.',
    details: { ...last },
  });
}
