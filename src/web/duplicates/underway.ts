import { randomUUID } from 'node:crypto';
import { pause } from '../../shared/http/wait.ts';

/** How long a page waits for its list. After that, the page is shown, and the list follows. */
const QUICK_MS = 200;
const KEPT_MS = 60_000;
const MAX_KEPT = 200;

/** The result if it is ready soon, otherwise undefined. An error is thrown now or when the result is taken. */
export async function soon<T>(result: Promise<T>): Promise<T | undefined> {
  result.catch(() => {});
  return Promise.race([result, pause(QUICK_MS, []).then(() => undefined)]);
}

/** Results that pages started and their next request takes, so that nothing is computed twice. */
export class Underway<T> {
  readonly #kept = new Map<string, { userId: string; result: Promise<T> }>();

  /** Keeps a result for one minute. Returns its id. */
  keep(userId: string, result: Promise<T>): string {
    const id = randomUUID();
    this.#kept.set(id, { userId, result });
    if (this.#kept.size > MAX_KEPT) this.#kept.delete(this.#kept.keys().next().value!);
    setTimeout(() => this.#kept.delete(id), KEPT_MS).unref();
    return id;
  }

  /** The user's result with an id, once. */
  take(userId: string, id: string | undefined): Promise<T> | undefined {
    const found = this.#kept.get(id ?? '');
    if (found?.userId !== userId) return undefined;
    this.#kept.delete(id!);
    return found.result;
  }
}
