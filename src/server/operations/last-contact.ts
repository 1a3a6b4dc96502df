import type { ManagementName } from '../../contract/operations.ts';
import { countContact } from '../../service/last-contact/count.ts';
import { countError, planCount } from '../../service/last-contact/plan.ts';
import { type CountingAccount, listCounting, switchOff, switchOn } from '../../service/last-contact/switch.ts';
import type { ManagementHandler } from '../../service/runtime/handler.ts';
import { notFound } from '../../shared/error.ts';

type Manage<N extends ManagementName> = ManagementHandler<N>['manage'];

export const listCountedAccounts: Manage<'list_counted_accounts'> = async ({ data, store, user }) => ({
  counted_accounts: (await data.read(listCounting)).map(viewCounting),
  last_error: await countError(store, user.user_id),
});

export const updateCountedAccount: Manage<'update_counted_account'> = async (management, { path, body }) => {
  const { data, store, user, now } = management;
  const id = path.accountId!;
  const counted = await data.write(async (context) => {
    await (body.is_on ? switchOn : switchOff)(context, id);
    return (await listCounting(context)).find(({ account }) => account.id === id);
  });
  if (!counted) throw notFound('connected account', id);
  if (body.is_on) await planCount(store, user.user_id, now);
  return { counted_account: viewCounting(counted) };
};

export const countLastContact: Manage<'count_last_contact'> = async (management, { body }) => {
  const { data, store, user, now, watcher, agenda } = management;
  if (body.mode !== 'now') {
    const counting = await data.read(listCounting);
    if (counting.some(({ isOn }) => isOn)) await planCount(store, user.user_id, now);
    return { report: null };
  }
  const { isCancelled, ...report } = await countContact(data, await agenda(), {
    signal: watcher?.signal,
    onProgress: (_, done, total) => watcher?.onProgress?.(done, total),
  });
  return { report: { ...report, is_canceled: isCancelled } };
};

const viewCounting = ({ account: { id, email, provider }, isOn, countedUntil }: CountingAccount) => ({
  ...{ id, email, provider },
  is_on: isOn,
  counted_until: countedUntil,
});
