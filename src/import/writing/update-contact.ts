import { isPicture } from '../../contract/photos.ts';
import type { Run } from '../import-records.ts';
import { compare, type Difference, describe } from '../matching/difference.ts';
import { type Known, knownFrom } from '../matching/match-index.ts';
import type { ImportNote, ImportRecord, Photo } from '../record.ts';
import { concernsRow, linksOf } from './create-contacts.ts';
import { isPhotoOf, NO_PHOTOS, pictureField } from './photos.ts';

/** What a record adds to the contact it matched. */
export interface UpdatePlan {
  known: Known;
  difference: Difference;
  notes: ImportNote[];
  photo?: Photo;
  /** The additions in words; empty when there is nothing to do. */
  adds: string[];
  /** Values of the file that gave way to the contact's, in words. */
  kept: string[];
}

export async function planUpdate(run: Run, known: Known, record: ImportRecord): Promise<UpdatePlan> {
  const difference = compare(known, record);
  const notes = await run.notes.missing(known.id, record.notes);
  const picture = known.contact.image_url;
  const { photo } = record;
  const adds = describe(difference);
  if (notes.length > 0) adds.push(notes.length === 1 ? 'note' : `${notes.length} × note`);
  if (photo && !picture) adds.push('photo');
  const otherPicture = photo && picture && !isPhotoOf(photo, picture);
  const kept = [...difference.kept, ...(otherPicture ? ['picture kept: the file has another photo'] : [])];
  return { known, difference, notes, adds, kept, ...(photo && !picture && { photo }) };
}

/**
 * Adds what the plan names: one change of the contact, then addresses and notes, which have calls of their own. Only
 * adds, so a crash in between leaves nothing wrong, and the next run adds the rest. Gives the reason of a failure.
 */
export async function updateContact(run: Run, plan: UpdatePlan, record: ImportRecord): Promise<string | undefined> {
  const { known, difference, notes } = plan;
  try {
    const change = await changeOf(run, plan);
    for (const address of difference.addresses) await addAddress(run, known.id, address);
    // The change comes after the addresses, so that its answer shows the contact as it is now.
    const contactId = known.id;
    const { data } = await sendChange(run, contactId, change, record.warnings);
    run.book.put(knownFrom(data.contact));
    await run.notes.add(contactId, notes);
    return undefined;
  } catch (error) {
    if (!concernsRow(error)) throw error;
    run.notes.forget(known.id);
    return error.message;
  }
}

type Change = Awaited<ReturnType<typeof changeOf>>;

async function sendChange(run: Run, contactId: string, change: Change, warnings: string[]) {
  if (Object.keys(change).length === 0) return run.client.call('get_contact', { contactId });
  try {
    return await run.client.call('update_contact', { contactId, ...change });
  } catch (error) {
    const { image_url, ...rest } = change;
    const refused = concernsRow(error) && isPicture(image_url ?? '') && /\bimage_url\b/.test(error.message);
    if (!refused) throw error;
    warnings.push(NO_PHOTOS);
    return sendChange(run, contactId, rest, warnings);
  }
}

async function changeOf(run: Run, { difference, photo }: UpdatePlan) {
  const { fields, emails, phones, tags } = difference;
  const append = linksOf(tags, await run.tags.idsOf(tags));
  return {
    ...fields,
    ...pictureField(photo),
    ...(emails.length > 0 && { add_emails: emails.map(withoutRanking) }),
    ...(phones.length > 0 && { add_phones: phones.map(withoutRanking) }),
    ...(append.length > 0 && { tags_contacts: { append } }),
  };
}

/** What is added goes behind the rest, and the service makes a number's plain form. */
function withoutRanking<T extends object>(entry: T): Omit<T, 'ranking'> {
  const { ranking: _, phone_number_sanitized: __, ...rest } = entry as T & Record<string, unknown>;
  return rest as Omit<T, 'ranking'>;
}

/** The service compares addresses more closely than a file can; one it has already is no failure. */
async function addAddress(run: Run, contactId: string, address: Difference['addresses'][number]): Promise<void> {
  try {
    await run.client.call('add_contact_address', { contactId, ...address });
  } catch (error) {
    if (!concernsRow(error) || error.status !== 409) throw error;
  }
}
