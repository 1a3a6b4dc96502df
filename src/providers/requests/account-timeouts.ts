import type { Clock } from '../../shared/http/wait.ts';
import type { Account } from '../content/account.ts';
import { providerFailure } from './failures.ts';

/** How long one list waits for each of its accounts. */
export interface AccountTimeouts {
  /** Aborts when the list no longer waits for the account. */
  signalOf(account: Account): AbortSignal;
  /**
   * Waits for `work`. Throws a `timeout` failure if it takes too long and the list has something else to show. With nothing else,
   * it waits until another account answers, or as long as the account's own limits allow.
   */
  read<T>(account: Account, work: () => Promise<T>): Promise<T>;
}

export interface AccountTimeoutOptions {
  /** The list shows more than the accounts' items, such as notes. */
  hasOthers?: boolean;
  /** How long the list waits for one account, in milliseconds, if not as long as usual. */
  ms?: number | undefined;
}

/** `ms`: how long a list waits for one account, while it has something else to show. */
export function accountTimeouts(
  clock: Clock,
  ms: number,
  { hasOthers = false }: AccountTimeoutOptions = {},
): AccountTimeouts {
  const aborts = new Map<string, AbortController>();
  const answered = new Set<string>();
  const waiting = new Set<() => void>();
  const abortOf = ({ id }: Account): AbortController => {
    const abort = aborts.get(id) ?? new AbortController();
    aborts.set(id, abort);
    return abort;
  };
  return {
    signalOf: (account) => abortOf(account).signal,
    read: (account, work) =>
      new Promise((resolve, reject) => {
        let isLate = false;
        const giveUp = () => {
          const isOthers = [...answered].some((id) => id !== account.id);
          if (!isLate || !(hasOthers || isOthers)) return;
          settle(() => reject(providerFailure(account, 'timeout')));
          abortOf(account).abort();
        };
        const callOff = clock.after(ms, () => {
          isLate = true;
          giveUp();
        });
        const settle = (how: () => void) => {
          callOff();
          waiting.delete(giveUp);
          how();
        };
        waiting.add(giveUp);
        work().then(
          (value) => {
            answered.add(account.id);
            settle(() => resolve(value));
            for (const one of waiting) one();
          },
          (error) => settle(() => reject(error)),
        );
      }),
  };
}
