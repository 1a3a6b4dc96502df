import type { Client } from '../../client/client.ts';
import { rows } from '../../client/paginate.ts';
import type { Operations } from '../../contract/operations.ts';
import type { DataOf } from '../../contract/schema/operation.ts';
import { oneLine, say, sayJson } from '../../process/print.ts';
import { withClient } from '../../server/composition/open-client.ts';
import { KithError } from '../../shared/error.ts';
import type { JsonOption } from '../input/arguments.ts';
import { inList } from '../output/times.ts';

/** A deleted record. `reason` explains why it could not be restored. */
type Item = DataOf<Operations['list_trash']>['items'][number] & { reason?: string | undefined };

/** `kith trash`: lists what was deleted in the last 30 days. */
export const listed = (options: JsonOption): Promise<number> => run('', allOf, options);

/** `kith trash restore ID…`: restores records. */
export const restored = (ids: string[], options: JsonOption): Promise<number> =>
  run('restored ', (client) => restore(client, ids), options);

/** `kith trash empty`: permanently deletes records. Deleting everything requires --all, because it cannot be undone. */
export async function emptied(ids: string[], { all, ...options }: JsonOption & { all?: true | undefined }) {
  if (ids.length > 0 === (all === true))
    throw new KithError('BadRequest', 'Choose what to delete: kith trash empty ID…, or kith trash empty --all.');
  return run('permanently deleted ', all ? empty : (client) => deletePermanently(client, ids), options);
}

function run(done: string, work: (client: Client) => Promise<Item[]>, { json }: JsonOption): Promise<number> {
  return withClient(async (client) => {
    const items = await work(client);
    await (json ? sayJson(items.map(asJson)) : say(inWords(done, items, await client.zone())));
    return items.some(({ reason }) => reason !== undefined) ? 1 : 0;
  });
}

async function allOf(client: Client): Promise<Item[]> {
  const items: Item[] = [];
  const atMost = Number.POSITIVE_INFINITY;
  for await (const item of rows(client, 'list_trash', { take: 200 }, { atMost })) items.push(item);
  return items;
}

/** Looks up all ids first, so that a mistyped id changes nothing. */
async function found(client: Client, ids: string[]): Promise<Item[]> {
  const items: Item[] = [];
  for (const trashId of ids) items.push((await client.call('get_from_trash', { trashId }).catch(withHint)).data.item);
  return items;
}

/** Adds a hint to a 404, because people copy ids from the list. */
function withHint(error: unknown): never {
  if (!(error instanceof KithError) || error.code !== 'NotFound') throw error;
  throw new KithError(error.code, error.message, {
    hint: 'List the trash with ids: kith trash list.',
    cause: error,
  });
}

async function restore(client: Client, given: string[]): Promise<Item[]> {
  const items = await found(client, given);
  const ids = items.map(({ id }) => id);
  const { failed } = (await client.call('restore_from_trash', { ids })).data;
  return items.map((item) => ({ ...item, reason: failed.find(({ id }) => id === item.id)?.reason }));
}

async function deletePermanently(client: Client, ids: string[]): Promise<Item[]> {
  const items = await found(client, ids);
  for (const { id } of items) await client.call('delete_from_trash', { trashId: id });
  return items;
}

/** Records deleted during the run are kept. */
async function empty(client: Client): Promise<Item[]> {
  const items = await allOf(client);
  if (items[0]) await client.call('empty_trash', { until: items[0].deleted_at });
  return items;
}

const asJson = ({ id, kind, name, deleted_at, reason }: Item) => ({
  ...{ id, kind, object_id: id, title: name, deleted_at },
  ...(reason !== undefined && { reason }),
});

function inWords(done: string, items: Item[], zone: string): string {
  if (items.length === 0) return 'The trash is empty.\n';
  const lines = items.map(({ id, kind, name, deleted_at, reason }) =>
    `${reason ? `not restored: ${reason} ` : done}${id}  ${inList(deleted_at, zone)}  ${kind.replace('_', ' ')}  ${oneLine(name)}`.trimEnd(),
  );
  return `${lines.join('\n')}\n${done === '' ? 'To restore one, run kith trash restore ID.\n' : ''}`;
}
