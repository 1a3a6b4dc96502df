import { listCounting } from '../../service/last-contact/switch.ts';
import { KithError } from '../../shared/error.ts';
import type { JobHandler } from './job-context.ts';

const DAY_MS = 86_400_000;

/** Updates last contact once a day, while the user has an account for it. */
export const countDaily: JobHandler = async (_, { userData, countContact, signal, now }) => {
  const counting = await userData.read(listCounting);
  if (!counting.some(({ isOn }) => isOn)) return null;
  const { accounts, warnings, isCancelled } = await countContact({ signal });
  if (isCancelled) signal.throwIfAborted();
  if (accounts.length === 0)
    throw new KithError('ServiceUnavailable', warnings.join(', ') || 'Another update is running.');
  return new Date(now().getTime() + DAY_MS).toISOString();
};
