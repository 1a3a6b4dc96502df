import { contactCreate } from '../../contract/contact-input.ts';
import type { Conditions, PutOutcome, ReceivedCard, ReceivedPerson } from '../../shared/cards/address-book.ts';
import { commonDigest, digestOf } from '../../shared/cards/digest.ts';
import type { CardFields } from '../../shared/cards/fields.ts';
import { mergeCard } from '../../shared/cards/merge-card.ts';
import type { CardRow } from '../../store/card-tables.ts';
import { newId } from '../../store/ids.ts';
import { takenIds } from '../contact-rows/new-rows.ts';
import { updateContact } from '../contact-rows/save.ts';
import type { Context } from '../runtime/context.ts';
import { saveCardRow } from './card-row.ts';
import { saveConflicts } from './conflicts.ts';
import { deviceVersionOf, learnFields, saveDeviceVersions } from './devices.ts';
import { joinExpectingGroups } from './expected-members.ts';
import { putGroup } from './put-group.ts';
import { putTarget } from './put-target.ts';
import { readFields } from './read-fields.ts';
import { changeByCard, createFromCard } from './write-fields.ts';

/**
 * Saves a card from a device. A new card creates a contact or group. A contact's existing card is merged field by field,
 * based on the device's previous version (`mergeCard`), so data that the device does not know about is kept. Throws 400
 * for values that contacts cannot have.
 */
export async function putCard(
  context: Context,
  device: string,
  name: string,
  card: ReceivedCard,
  conditions: Conditions,
): Promise<PutOutcome> {
  const target = await putTarget(context, name, card, conditions);
  if (card.kind === 'group') return 'refusal' in target ? target.refusal : putGroup(context, name, target, card);
  if ('refusal' in target) {
    if (target.refusal.outcome !== 'refused' || !target.row) return target.refusal;
    return { outcome: 'refused', conflicts: await saveRefused(context, device, target.row, card, conditions) };
  }
  const { row, isInBook, takeName } = target;
  await takeName();
  const id = row?.id ?? (await freeId(context, name));
  const known = await learnFields(context, device, card.present);
  let conflicts = 0;
  if (row) {
    const current = isInBook ? await fieldsOf(context, id) : await unarchived(context, id);
    const given = await deviceVersionOf(context, device, id);
    // A device that sends an archived contact as a new one may have fewer fields than before. Missing fields are not
    // removed, and unchanged fields do not count as edits.
    const isNew = !isInBook && (!given || conditions.ifNoneMatch === '*');
    const asBefore = () => commonDigest(given?.digest ?? {}, digestOf(card.fields));
    const base = isNew ? asBefore() : given && given.change !== row.change ? given.digest : undefined;
    const merged = mergeCard({ base, current, sent: uncut(card.fields, current), known, later: 'sent' });
    await changeByCard(context, id, merged.changes, card.photo);
    conflicts = await saveConflicts(context, id, device, merged.conflicts);
  } else {
    await createFromCard(context, id, card.fields, card.photo);
  }
  const change = await saveCardRow(context, id, name, card);
  if (!row) await joinExpectingGroups(context, id, card.uid);
  const fields = await fieldsOf(context, id);
  await saveDeviceVersions(context, device, [{ id, change, fields }]);
  const asSent = JSON.stringify(digestOf(fields)) === JSON.stringify(digestOf(card.fields));
  return { outcome: isInBook ? 'changed' : 'created', change, asSent, conflicts };
}

/** Reads the fields of an unarchived contact. */
const fieldsOf = async (context: Context, id: string): Promise<CardFields> =>
  (await readFields(context, [id])).get(id)!;

/** Unarchives a contact whose card a device sent again, and returns its fields. */
async function unarchived(context: Context, id: string): Promise<CardFields> {
  await updateContact(context, id, { is_archived: false });
  return fieldsOf(context, id);
}

/**
 * Saves an edit that was based on an old version. The device gets a failed precondition, and most devices then fetch the
 * current card and drop the edit. So fields that only the device changed are saved here. If both sides changed a field,
 * the later edit wins if the card has a revision time, and the other one becomes a conflict. Returns the number of
 * conflicts.
 */
async function saveRefused(
  context: Context,
  device: string,
  row: CardRow,
  card: ReceivedPerson,
  { ifMatch }: Conditions,
): Promise<number> {
  const given = await deviceVersionOf(context, device, row.id);
  if (!given || ifMatch === undefined || ifMatch === '*' || !ifMatch.includes(given.change)) return 0;
  const fields = await fieldsOf(context, row.id);
  const known = await learnFields(context, device, card.present);
  const later = card.revised !== undefined && card.revised > row.changed_at ? 'sent' : 'current';
  const sent = uncut(card.fields, fields);
  const { changes, conflicts } = mergeCard({ base: given.digest, current: fields, sent, known, later });
  await changeByCard(context, row.id, changes, card.photo);
  return saveConflicts(context, row.id, device, conflicts);
}

const BOUNDED = ['first_name', 'last_name', 'full_name', 'company', 'job_title', 'description'] as const;

/** Restores values that are longer than today's limit, and that the device returned truncated but did not edit. */
function uncut(sent: CardFields, current: CardFields): CardFields {
  const { shape } = contactCreate();
  const cut = BOUNDED.filter((field) => {
    const [whole = '', part = ''] = [current[field], sent[field]];
    return (
      part !== '' && whole.length > part.length && whole.startsWith(part) && !shape[field].safeParse(whole).success
    );
  });
  return { ...sent, ...Object.fromEntries(cut.map((field) => [field, current[field]])) };
}

/** Uses a UUID in the card's name as the contact's id, unless another contact has or had this id. */
async function freeId(context: Context, name: string): Promise<string> {
  const [, id] =
    /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.vcf$/i.exec(name)?.map((part) => part.toLowerCase()) ?? [];
  if (id === undefined) return newId();
  const { db, user } = context;
  const had = await db
    .selectFrom('cards')
    .select('id')
    .where('user_id', '=', user.user_id)
    .where('id', '=', id)
    .executeTakeFirst();
  return had || (await takenIds(context, [id])).size > 0 ? newId() : id;
}
