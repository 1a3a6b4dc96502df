import { inAccountZone } from '../../mcp/replies/account-zone.ts';
import { oneLine, say, sayJson } from '../../process/print.ts';
import { openUserData } from '../../server/composition/open-client.ts';
import type { Restored } from '../../service/history/trash/restore.ts';
import type { UserData } from '../../service/runtime/user-data.ts';
import { KithError, notFound } from '../../shared/error.ts';
import { inZone } from '../../shared/zones.ts';
import type { JsonOption } from '../input/arguments.ts';
import { inList } from '../output/times.ts';

/** An entry as the command line shows it, without its content. */
interface Listed {
  id: string;
  kind: string;
  object_id: string;
  title: string;
  deleted_at: string;
  /** Why a restored one is not there all the same. */
  reason?: string;
}

/** `kith trash`: lists what was deleted in the last 30 days. */
export const listed = (options: JsonOption): Promise<number> => run('list', [], options);

/** `kith trash restore ID…`: puts it back. */
export const restored = (ids: string[], options: JsonOption): Promise<number> => run('restore', ids, options);

/** `kith trash empty`: deletes it for good. All of it needs --all: nothing comes back after that. */
export async function emptied(ids: string[], { all, ...options }: JsonOption & { all?: true | undefined }) {
  if (ids.length > 0 === (all === true))
    throw new KithError('BadRequest', 'Say which: kith trash empty ID…, or kith trash empty --all.');
  return run('empty', ids, options);
}

async function run(action: Action, ids: string[], { json }: JsonOption): Promise<number> {
  const { client, userData, close } = await openUserData('The trash');
  try {
    const zone = await inAccountZone(client).zone();
    const entries = (await ACTIONS[action](userData, ids).catch(withHint)).map((entry) => shown(entry, zone));
    await (json ? sayJson(entries) : say(text(action, entries, zone)));
    return 0;
  } finally {
    await close();
  }
}

/** Ids are copied from the list: nobody knows them by heart. */
function withHint(error: unknown): never {
  if (!(error instanceof KithError) || error.code !== 'NotFound') throw error;
  throw new KithError(error.code, error.message, {
    hint: 'kith trash list shows what is there, with ids.',
    cause: error,
  });
}

type Action = 'list' | 'restore' | 'empty';

const records = () => import('../../service/undo-records/trash-entries.ts');

const ACTIONS: Record<Action, (userData: UserData, ids: string[]) => Promise<Restored[]>> = {
  async list(userData) {
    const { listTrash } = await records();
    return userData.read(listTrash);
  },

  /** All or none, so that a mistyped id changes nothing. */
  async restore(userData, ids) {
    const { restoreAllFromTrash } = await import('../../service/history/trash/restore.ts');
    return userData.write(async (context) => {
      const outcomes = await restoreAllFromTrash(context, ids);
      return outcomes.map((one) => {
        if (one instanceof KithError) throw one;
        return one;
      });
    });
  },

  async empty(userData, ids) {
    const { dropForGood, findEntry, listTrash } = await records();
    return userData.write(async (context) => {
      const entries = ids.length === 0 ? await listTrash(context) : [];
      for (const id of ids) {
        const entry = await findEntry(context, id);
        if (!entry) throw notFound('trash entry', id);
        entries.push(entry);
      }
      await dropForGood(
        context,
        entries.map(({ id }) => id),
      );
      return entries;
    });
  },
};

const shown = ({ id, kind, object_id, title, deleted_at, notBack }: Restored, zone: string): Listed => ({
  id,
  kind,
  object_id,
  title,
  deleted_at: inZone(zone, deleted_at),
  ...(notBack !== undefined && { reason: notBack }),
});

function text(action: Action, entries: Listed[], zone: string): string {
  if (entries.length === 0) return 'The trash is empty.\n';
  const done = action === 'list' ? '' : action === 'restore' ? 'restored ' : 'deleted for good ';
  const lines = entries.map(({ id, kind, title, deleted_at, reason }) =>
    `${reason ? `not back yet: ${reason} ` : done}${id}  ${inList(deleted_at, zone)}  ${kind.replace('_', ' ')}  ${oneLine(title)}`.trimEnd(),
  );
  return `${lines.join('\n')}\n${action === 'list' ? 'kith trash restore ID brings one back.\n' : ''}`;
}
