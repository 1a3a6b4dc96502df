import { readLog, type SecurityLine } from '../../identity/users/security-log.ts';
import { userByEmail } from '../../identity/users/users.ts';
import { say, sayJson } from '../../process/print.ts';
import { withData } from '../../server/composition/local-data.ts';
import { type JsonOption, timestampOf } from '../input/arguments.ts';
import { onThisMachine } from '../output/times.ts';

interface LogOptions extends JsonOption {
  since?: string | undefined;
  user?: string | undefined;
}

/** `kith log`: the security log of the data here, oldest first; as JSON lines with --json. */
export async function runLog(values: LogOptions): Promise<number> {
  const since = values.since === undefined ? undefined : timestampOf('--since', values.since, 'past');
  await withData(async ({ store }) => {
    // A user who is gone goes by id: the log keeps no e-mail.
    const named = values.user?.includes('@') ? (await userByEmail(store, values.user)).user_id : values.user;
    for await (const line of readLog(store, { since, userId: named })) {
      await (values.json ? sayJson(line, 0) : say(`${inWords(line)}\n`));
    }
  });
  return 0;
}

const inWords = ({ at, event, email, user_id, key, address, detail }: SecurityLine): string =>
  [
    onThisMachine(at),
    event.padEnd(20),
    email ?? user_id ?? '-',
    ...(key ? [`key ${key}`] : []),
    ...(address ? [`from ${address}`] : []),
    detail,
  ]
    .filter(Boolean)
    .join('  ');
