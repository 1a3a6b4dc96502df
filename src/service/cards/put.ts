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
import { noteConflicts } from './conflicts.ts';
import { givenTo, learnFields, rememberGiven } from './devices.ts';
import { joinExpecting } from './expected-members.ts';
import { putGroup } from './put-group.ts';
import { putTarget } from './put-target.ts';
import { readFields } from './read-fields.ts';
import { changeByCard, createFromCard } from './write-fields.ts';

/**
 * Saves a card that a device sent, in the transaction of `context`. A card that is new makes a person. One that is there is
 * merged field by field with what the device had of it before (`mergeCard`), so that nothing is lost that it never knew of.
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
    const given = await givenTo(context, device, id);
    // Who sends an archived person as a new one may have less of them than before: what is not sent is not removed, and
    // what is sent as it was is no change.
    const isNew = !isInBook && (!given || conditions.ifNoneMatch === '*');
    const asBefore = () => commonDigest(given?.digest ?? {}, digestOf(card.fields));
    const base = isNew ? asBefore() : given && given.change !== row.change ? given.digest : undefined;
    const merged = mergeCard({ base, current, sent: uncut(card.fields, current), known, later: 'sent' });
    await changeByCard(context, id, merged.changes, card.photo);
    conflicts = await noteConflicts(context, id, device, merged.conflicts);
  } else {
    await createFromCard(context, id, card.fields, card.photo);
  }
  const change = await saveCardRow(context, id, name, card);
  if (!row) await joinExpecting(context, id, card.uid);
  const fields = await fieldsOf(context, id);
  await rememberGiven(context, device, [{ id, change, fields }]);
  const asSent = JSON.stringify(digestOf(fields)) === JSON.stringify(digestOf(card.fields));
  return { outcome: isInBook ? 'changed' : 'created', change, asSent, conflicts };
}

/** Reads the fields of a contact that is not archived. */
const fieldsOf = async (context: Context, id: string): Promise<CardFields> =>
  (await readFields(context, [id])).get(id)!;

/** A device that sends the card of somebody who is archived wants them back. */
async function unarchived(context: Context, id: string): Promise<CardFields> {
  await updateContact(context, id, { is_archived: false });
  return fieldsOf(context, id);
}

/**
 * An edit that came too late: the device is told so by a refused precondition, and most devices then take what is here and
 * forget what was typed there. So what it changed in fields that nobody else has changed is saved; of a field that both
 * changed, the later edit holds where the card tells its time, and the other one waits for the person.
 */
async function saveRefused(
  context: Context,
  device: string,
  row: CardRow,
  card: ReceivedPerson,
  { ifMatch }: Conditions,
): Promise<number> {
  const given = await givenTo(context, device, row.id);
  if (!given || ifMatch === undefined || ifMatch === '*' || !ifMatch.includes(given.change)) return 0;
  const fields = await fieldsOf(context, row.id);
  const known = await learnFields(context, device, card.present);
  const later = card.revised !== undefined && card.revised > row.changed_at ? 'sent' : 'current';
  const sent = uncut(card.fields, fields);
  const { changes, conflicts } = mergeCard({ base: given.digest, current: fields, sent, known, later });
  await changeByCard(context, row.id, changes, card.photo);
  return noteConflicts(context, row.id, device, conflicts);
}

const BOUNDED = ['first_name', 'last_name', 'full_name', 'company', 'job_title', 'description'] as const;

/** A text from before there was a bound comes back from a device no longer than that: nobody has edited it. */
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

/** A name that is a UUID becomes the id too, unless another person has or had it. */
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
