import { isPicture } from '../../contract/photos.ts';
import type { PhotoData } from '../../vcard/types.ts';
import { type ContactDifference, compareWithContact, describeDifference } from '../matching/difference.ts';
import { type KnownContact, knownFrom } from '../matching/known-contact.ts';
import type { ImportNote, ImportRecord } from '../records/record.ts';
import { isPhotoOf, NO_PHOTOS, pictureField, refusesPhotos } from './create-contacts.ts';
import { type ImportRun, isRejected } from './run.ts';
import { tagAssociations } from './tags.ts';

/** A record's additions to its matched contact. */
export interface UpdatePlan {
  known: KnownContact;
  difference: ContactDifference;
  notes: ImportNote[];
  photo?: PhotoData;
  /** The additions in words; empty if there are none. */
  adds: string[];
  /** Contact values that differ from the file's, in words. */
  kept: string[];
}

export async function planUpdate(run: ImportRun, known: KnownContact, record: ImportRecord): Promise<UpdatePlan> {
  const difference = compareWithContact(known, record);
  const notes = await run.notes.missing(known.id, record.notes);
  const picture = known.contact.image_url;
  const { photo } = record;
  const adds = describeDifference(difference);
  if (notes.length > 0) adds.push(notes.length === 1 ? 'note' : `${notes.length} × note`);
  if (photo && !picture) adds.push('photo');
  const otherPicture = photo && picture && !isPhotoOf(photo, picture);
  const kept = [...difference.kept, ...(otherPicture ? ['picture kept: the file has another photo'] : [])];
  return { known, difference, notes, adds, kept, ...(photo && !picture && { photo }) };
}

/**
 * Applies the plan: addresses, one update of the contact, and notes. It only adds values, so after a crash the next run
 * adds the rest. Returns the error message if it failed.
 */
export async function updateFromRecord(
  run: ImportRun,
  plan: UpdatePlan,
  record: ImportRecord,
): Promise<string | undefined> {
  const { known, difference, notes } = plan;
  try {
    const update = await updateOf(run, plan);
    for (const address of difference.addresses) await addAddress(run, known.id, address);
    // The update comes after the addresses, so that its response shows the final contact.
    const contactId = known.id;
    const { data } = await sendUpdate(run, contactId, update, record.warnings);
    run.index.put(knownFrom(data.contact));
    await run.notes.add(contactId, notes);
    return undefined;
  } catch (error) {
    if (!isRejected(error)) throw error;
    run.notes.forget(known.id);
    return error.message;
  }
}

type ContactUpdate = Awaited<ReturnType<typeof updateOf>>;

async function sendUpdate(run: ImportRun, contactId: string, update: ContactUpdate, warnings: string[]) {
  if (Object.keys(update).length === 0) return run.client.call('get_contact', { contactId });
  try {
    return await run.client.call('update_contact', { contactId, ...update });
  } catch (error) {
    const { image_url, ...rest } = update;
    const refused = isRejected(error) && isPicture(image_url ?? '') && refusesPhotos(error.message);
    if (!refused) throw error;
    warnings.push(NO_PHOTOS);
    return sendUpdate(run, contactId, rest, warnings);
  }
}

async function updateOf(run: ImportRun, { difference, photo }: UpdatePlan) {
  const { fields, emails, phones, tags } = difference;
  const append = tagAssociations(tags, await run.tags.idsOf(tags));
  return {
    ...fields,
    ...pictureField(photo?.bytes),
    ...(emails.length > 0 && { add_emails: emails.map(withoutRanking) }),
    ...(phones.length > 0 && { add_phones: phones.map(withoutRanking) }),
    ...(append.length > 0 && { tags_contacts: { append } }),
  };
}

/** Added entries follow the existing ones, and the service normalizes phone numbers. */
function withoutRanking<T extends { ranking: number; phone_number_sanitized?: unknown }>(entry: T) {
  const { ranking: _, phone_number_sanitized: __, ...rest } = entry;
  return rest;
}

/** The service compares addresses more precisely. It is fine if it already has an address. */
async function addAddress(
  run: ImportRun,
  contactId: string,
  address: ContactDifference['addresses'][number],
): Promise<void> {
  try {
    await run.client.call('add_contact_address', { contactId, ...address });
  } catch (error) {
    if (!isRejected(error) || error.status !== 409) throw error;
  }
}
