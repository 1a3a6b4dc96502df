import type { Client } from '../../client/client.ts';
import { inAccountZone } from '../../mcp/replies/account-zone.ts';
import { oneLine, say, sayJson } from '../../process/print.ts';
import { openClient, openUserData } from '../../server/composition/open-client.ts';
import type { ListedGroupMerge, ListedMerge } from '../../service/history/merge/list.ts';
import type { UserData } from '../../service/runtime/user-data.ts';
import { KithError } from '../../shared/error.ts';
import { inZone } from '../../shared/zones.ts';
import type { JsonOption } from '../input/arguments.ts';
import { inList } from '../output/times.ts';
import { nameOf } from '../people/who.ts';

/** `kith undo [ID]`: lists the merges that can be taken back; with the id of one, or of its result, takes it back. */
export const runUndo = (id: string | undefined, { json }: JsonOption): Promise<number> =>
  id === undefined ? list(json) : takeBack(id, json);

async function list(json: true | undefined): Promise<number> {
  const { client, userData, close } = await openUserData('The list of merges');
  try {
    const { listMerges } = await import('../../service/history/merge/list.ts');
    const zone = await inAccountZone(client).zone();
    const merges = (await userData.read(listMerges)).map((merge) => ({
      ...merge,
      merged_at: inZone(zone, merge.merged_at),
    }));
    await (json ? sayJson(merges) : say(listText(merges, zone)));
    return 0;
  } finally {
    await close();
  }
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const isOfGroups = (merge: ListedMerge): merge is ListedGroupMerge => 'group_id' in merge;
const remained = (merge: ListedMerge): string => (isOfGroups(merge) ? merge.group_id : merge.contact_id);

function listText(merges: ListedMerge[], zone: string): string {
  if (merges.length === 0) return 'No merge of the last 30 days is left to take back.\n';
  const lines = merges.map((merge) => {
    const others = merge.merged.map((one) => one.name || one.id).join(', ');
    const later = isOfGroups(merge) ? undefined : merge.later_merged_into;
    const what = `${isOfGroups(merge) ? 'groups: ' : ''}${others} into ${merge.name || remained(merge)}`;
    return `${merge.id}  ${inList(merge.merged_at, zone)}  ${oneLine(what)}${later ? ` (after the merge into ${later})` : ''}`;
  });
  return `${lines.join('\n')}\nkith undo ID takes that merge back.\n`;
}

async function takeBack(id: string, json: true | undefined): Promise<number> {
  const { userData, client, close } = await openClient();
  try {
    const { listMerges } = await import('../../service/history/merge/list.ts');
    const merges = userData ? await userData.read(listMerges) : [];
    const merge = merges.find((one) => one.id === id) ?? merges.find((one) => remained(one) === id);
    if (merge) requireLatest(merges, merge);
    else if (!UUID.test(id))
      throw new KithError('BadRequest', `${id} is not an id.`, { hint: 'kith undo lists the merges.' });
    const { data, names } =
      userData && merge && isOfGroups(merge)
        ? await takeBackGroups(userData, merge)
        : await takeBackContacts(client, merge ? remained(merge) : id);
    await (json ? sayJson(data) : say(`Taken back: ${oneLine(names.join(', '))}\n`));
    return 0;
  } finally {
    await close();
  }
}

/** Merges into the same contact or group are taken back latest first: an older one would not be the one that was meant. */
function requireLatest(merges: ListedMerge[], merge: ListedMerge): void {
  const latest = merges.find((one) => remained(one) === remained(merge))!;
  if (latest === merge) return;
  throw new KithError('Conflict', `A later merge into ${merge.name || remained(merge)} has to be taken back first.`, {
    hint: `kith undo ${latest.id}`,
  });
}

/** Goes through the API, so that it works on a remote service too. */
async function takeBackContacts(client: Client, contactId: string) {
  const { data } = await inAccountZone(client).call('undo_contact_merge', { contactId });
  return { data, names: data.contacts.map(nameOf) };
}

/** The API has no operation for this. */
async function takeBackGroups(userData: UserData, merge: ListedGroupMerge) {
  const { undoGroupMerge } = await import('../../service/history/merge/undo-groups.ts');
  const { change } = await userData.write((context) => undoGroupMerge(context, merge.group_id));
  const groups = [
    { id: merge.group_id, name: change.before.name },
    ...change.sources.map(({ id, name }) => ({ id, name })),
  ];
  return { data: { groups }, names: groups.map(({ name }) => name) };
}
