import type { Secret } from '../../identity/secrets/secret.ts';
import { KithError } from '../../shared/error.ts';
import { yieldToOthers } from '../../shared/yield.ts';
import { savepoint } from '../../store/store.ts';
import type { Context } from './context.ts';
import type { MultiStepContext, ProgressListener, StepProgress } from './handler.ts';
import type { Answer, KeyedRequest } from './idempotency.ts';
import { advance, claim, release, settle } from './idempotency-steps.ts';
import type { Purge } from './retention.ts';
import type { UserData } from './user-data.ts';

/** The services and key of an operation that runs in several transactions. */
export interface KeyedSteps {
  data: UserData;
  secret: Secret;
  keyed: KeyedRequest;
  purge: Purge;
  /** ISO 8601 UTC. */
  timeNow(): string;
  watcher: ProgressListener | undefined;
}

/**
 * Runs `work`, each step in its own transaction, which also records the step's result. A repeated request with the same
 * key resumes an interrupted one. Returns the result of `work`, or the recorded answer.
 */
export async function runSteps<T>(
  { data, secret, keyed, purge, timeNow, watcher }: KeyedSteps,
  work: (steps: MultiStepContext) => Promise<T>,
  answerOf: (result: T) => Answer,
): Promise<{ result: T } | { answer: Answer }> {
  const claimed = await data.write(({ db, now }) => claim(db, secret, keyed, now));
  if ('answer' in claimed) return claimed;
  let { held } = claimed;
  let next = 0;
  let last: StepProgress | undefined;
  const steps: MultiStepContext = {
    async step<S>(one: (context: Context) => Promise<S>, reached?: StepProgress): Promise<S> {
      const index = next++;
      if (index in held.done) return held.done[index] as S;
      // Lets other requests and signal handlers run. Nothing else in a step yields to the event loop.
      await yieldToOthers();
      throwIfCancelled(watcher, last);
      held = await data.write(async (context) => {
        const given = await one(context);
        // The lease starts at the end of the step.
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
    // A refused request leaves no record, so a corrected one can use the same key. If this write fails too, the lease
    // expires.
    await data.write(({ db, now }) => release(db, secret, keyed, held, now)).catch(() => {});
    throw error;
  }
}

/** Runs the steps of an operation in one transaction, with savepoints. A step that throws changes nothing. */
export const stepsWithin = (context: Context): MultiStepContext => ({
  step: (work) => savepoint(context.db, () => work(context)),
  read: (work) => work(context),
});

/** Throws 499 if the caller cancelled. Finished steps are kept and recorded with the key. */
export function throwIfCancelled(watcher: ProgressListener | undefined, last?: StepProgress): void {
  if (!watcher?.signal?.aborted) return;
  const done = last ? `${last.done} of ${last.total} are done and kept` : 'nothing was done';
  throw new KithError('cancelled', `Cancelled: ${done}.`, {
    status: 499,
    hint: 'To continue with the rest, repeat the call with the same idempotency key.',
    details: { ...last },
  });
}
