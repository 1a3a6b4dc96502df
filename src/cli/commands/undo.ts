import type { Client } from '../../client/client.ts';
import type { Operations } from '../../contract/operations.ts';
import type { DataOf } from '../../contract/schema/operation.ts';
import { oneLine, say, sayJson } from '../../process/print.ts';
import { withClient } from '../../server/composition/open-client.ts';
import { KithError } from '../../shared/error.ts';
import type { JsonOption } from '../input/arguments.ts';
import { inList } from '../output/times.ts';
import { nameOf } from '../people/who.ts';

type Merge = DataOf<Operations['list_merges']>['merges'][number];

/** `kith undo [ID]`: lists the merges that can be undone. With the id of a merge or its result, undoes it. */
export const runUndo = (id: string | undefined, { json }: JsonOption): Promise<number> =>
  withClient(async (client) => {
    const { merges } = (await client.call('list_merges', {})).data;
    if (id === undefined) {
      await (json ? sayJson(merges) : say(listText(merges, await client.zone())));
      return 0;
    }
    const { data, names } = await undoMerge(client, merges, id);
    await (json ? sayJson(data) : say(`Undone: ${oneLine(names.join(', '))}\n`));
    return 0;
  });

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Id of the surviving contact or group. */
const survivorId = ({ contact_id, group_id }: Merge): string => (contact_id ?? group_id)!;

function listText(merges: Merge[], zone: string): string {
  if (merges.length === 0) return 'There are no merges from the last 30 days to undo.\n';
  const lines = merges.map((merge) => {
    const others = merge.merged.map((one) => one.name || one.id).join(', ');
    const later = merge.later_merged_into;
    const what = `${merge.group_id ? 'groups: ' : ''}${others} into ${merge.name || survivorId(merge)}`;
    return `${merge.id}  ${inList(merge.merged_at, zone)}  ${oneLine(what)}${later ? ` (after the merge into ${later})` : ''}`;
  });
  return `${lines.join('\n')}\nTo undo a merge, run kith undo ID.\n`;
}

async function undoMerge(client: Client, merges: Merge[], id: string): Promise<{ data: object; names: string[] }> {
  const merge = merges.find((one) => one.id === id) ?? merges.find((one) => survivorId(one) === id);
  if (merge) requireLatest(merges, merge);
  else if (!UUID.test(id))
    throw new KithError('BadRequest', `"${id}" is not an id.`, { hint: 'List the merges with kith undo.' });
  if (merge?.group_id) {
    const { data } = await client.call('undo_group_merge', { groupId: merge.group_id });
    return { data, names: data.groups.map(({ name }) => name) };
  }
  const { data } = await client.call('undo_contact_merge', { contactId: merge?.contact_id ?? id });
  return { data, names: data.contacts.map(nameOf) };
}

/** Merges into the same contact or group are undone latest first, so an older one is rejected. */
function requireLatest(merges: Merge[], merge: Merge): void {
  const latest = merges.find((one) => survivorId(one) === survivorId(merge))!;
  if (latest === merge) return;
  throw new KithError('Conflict', `A later merge into ${merge.name || survivorId(merge)} must be undone first.`, {
    hint: `Run kith undo ${latest.id} first.`,
  });
}
