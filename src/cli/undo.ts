import { parseArgs } from 'node:util';
import { KithError } from '../catalogue/error.ts';
import type { ListedMerge } from '../service/people/list-merges.ts';
import { openAccount, openClient } from './wiring.ts';

/** `kith undo [ID]`: the merges that can be taken back; with a contact's or merge's id, takes that back. */
export async function runUndo(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { json: { type: 'boolean', default: false } },
  });
  const [id, ...more] = positionals;
  if (more.length > 0) throw new KithError('BadRequest', 'Usage: kith undo [ID] [--json]');
  return id === undefined ? list(values.json) : takeBack(id, values.json);
}

async function list(json: boolean): Promise<number> {
  const { account, close } = await openAccount('The list of merges');
  try {
    const { listMerges } = await import('../service/people/list-merges.ts');
    const merges = await account.read(listMerges);
    process.stdout.write(json ? `${JSON.stringify(merges, null, 2)}\n` : listText(merges));
    return 0;
  } finally {
    await close();
  }
}

function listText(merges: ListedMerge[]): string {
  if (merges.length === 0) return 'No merge of the last 30 days is left to take back.\n';
  const lines = merges.map(({ contact_id, merged_at, name, merged, later_merged_into: later }) => {
    const others = merged.map((one) => one.name || one.id).join(', ');
    const first = later ? ` (after the merge into ${later})` : '';
    return `${contact_id}  ${merged_at.slice(0, 16).replace('T', ' ')}  ${others} into ${name || contact_id}${first}`;
  });
  return `${lines.join('\n')}\nkith undo ID takes back the latest merge into that contact.\n`;
}

/** Goes through the API, so that it works on a remote service too. */
async function takeBack(id: string, json: boolean): Promise<number> {
  const { account, client, close } = await openClient();
  try {
    const { listMerges } = await import('../service/people/list-merges.ts');
    const merges = account ? await account.read(listMerges) : [];
    const contactId = merges.find((merge) => merge.id === id)?.contact_id ?? id;
    const { data } = await client.call('undo_contact_merge', { contactId });
    const names = data.contacts.map((contact) => contact.full_name || contact.id);
    process.stdout.write(json ? `${JSON.stringify(data, null, 2)}\n` : `Taken back: ${names.join(', ')}\n`);
    return 0;
  } finally {
    await close();
  }
}
