import { userById } from '../identity/users/users.ts';
import { jobOf, planJob } from '../service/jobs/jobs.ts';
import { dismissOffer, offerAgain } from '../service/last-contact/dismissed.ts';
import { listOffers } from '../service/last-contact/offers.ts';
import { listCounting, switchOff, switchOn } from '../service/last-contact/switch.ts';
import type { Service } from '../service/service.ts';
import { KithError } from '../shared/error.ts';
import type { Store } from '../store/store.ts';
import type { LastContactServices } from '../web/services/last-contact.ts';
import type { JobHandler } from './jobs/job-context.ts';

const KIND = 'last-contact';
const DAY_MS = 86_400_000;

/** Counts the accounts that a user let count as contact, once a day, for as long as there is one. */
export const countDaily: JobHandler = async (_, { userData, countContact, signal, now }) => {
  const counting = await userData.read(listCounting);
  if (!counting.some(({ isOn }) => isOn)) return null;
  const { accounts, warnings, isCancelled } = await countContact({ signal });
  if (isCancelled) signal.throwIfAborted();
  if (accounts.length === 0)
    throw new KithError('ServiceUnavailable', warnings.join(', ') || 'Another count is at work.');
  return new Date(now().getTime() + DAY_MS).toISOString();
};

/** Has the accounts of a user counted at the next look of a kith that runs, or in a day. */
export const planCount = (store: Store, userId: string, when: 'soon' | 'tomorrow'): Promise<void> => {
  const dueAt = new Date(Date.now() + (when === 'soon' ? 0 : DAY_MS)).toISOString();
  return store.directory((db) => planJob(db, { userId, kind: KIND, id: '', dueAt }));
};

interface Options {
  store: Store;
  service: Pick<Service, 'userData'>;
}

/** What the pages do about last contact. */
export function lastContactServices({ store, service }: Options): LastContactServices {
  const dataOf = async (userId: string) => {
    const user = await userById(store, userId);
    if (!user) throw new KithError('NotFound', 'There is no such user any more.');
    return service.userData({ user, permissions: 'write' });
  };
  return {
    async counting(userId) {
      const all = await (await dataOf(userId)).read(listCounting);
      return all.flatMap(({ account: { id }, isOn, countedUntil }) => (isOn ? [{ id, countedUntil }] : []));
    },
    async set(userId, accountId, isOn) {
      const data = await dataOf(userId);
      const all = await data.read(listCounting);
      if (!all.some(({ account }) => account.id === accountId)) return false;
      await data.write((context) => (isOn ? switchOn : switchOff)(context, accountId));
      if (isOn) await planCount(store, userId, 'soon');
      return true;
    },
    countSoon: (userId) => planCount(store, userId, 'soon'),
    trouble: async (userId) =>
      (await store.read('', (db) => jobOf(db, { userId, kind: KIND, id: '' })))?.last_error ?? undefined,
    writtenTo: async (userId) => (await dataOf(userId)).read(listOffers),
    dismiss: async (userId, address, how) =>
      (await dataOf(userId)).write((context) => dismissOffer(context, address, how)),
    offerAgain: async (userId, id) => (await dataOf(userId)).write((context) => offerAgain(context, { id })),
  };
}
