import { readLog } from '../../identity/users/security-log.ts';
import { userByEmail } from '../../identity/users/users.ts';
import { withData } from '../../server/composition/local-data.ts';
import { timestampOf } from '../input/arguments.ts';
import { type LogOptions, printLine } from '../output/security-line.ts';

/** `kith log` on local data: the security log of all users, oldest first. */
export async function runLog(values: LogOptions): Promise<number> {
  const since = values.since === undefined ? undefined : timestampOf('--since', values.since, 'past');
  await withData(async ({ store }) => {
    // A deleted user is shown by id, because the log keeps no email.
    const named = values.user?.includes('@') ? (await userByEmail(store, values.user)).user_id : values.user;
    for await (const line of readLog(store, { since, userId: named })) await printLine(line, values.json);
  });
  return 0;
}
