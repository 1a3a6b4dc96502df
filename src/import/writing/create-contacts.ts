import type { Client } from '../../client/client.ts';
import { MAXIMUM_PHOTO_BYTES, photoAddress, pictureAddress } from '../../contract/photos.ts';
import type { PhotoData } from '../../vcard/types.ts';
import { type KnownContact, knownFrom } from '../matching/known-contact.ts';
import { contactTitleOf } from '../matching/names.ts';
import { type IdentifiedRecord, photoId } from '../matching/record-ids.ts';
import { noteBody } from './notes.ts';
import { type CreatedPeople, type ImportRun, isRejected, type NewPerson } from './run.ts';
import { tagAssociations } from './tags.ts';

export interface CreatedContacts {
  entry: IdentifiedRecord;
  /** Why the contact could not be created. */
  error?: string;
  /** Why a note could not be added to the created contact. */
  notesError?: string;
  /** The contact that already has this id, or that the contact with this id was merged into. */
  taken?: KnownContact;
}

/** Creates contacts with their tags and notes, and yields each one when it is complete. */
export async function* createContacts(run: ImportRun, batch: IdentifiedRecord[]): AsyncGenerator<CreatedContacts> {
  const tagIds = await run.tags.idsOf(batch.flatMap(({ record }) => record.tags));
  for (const part of requestsOf(batch)) yield* createTogether(run, part, tagIds);
}

/** A request can have 5 MiB, and base64 increases a picture's size by a third. */
const PICTURES_OF_A_REQUEST = MAXIMUM_PHOTO_BYTES + 256 * 1024;

/** Splits records so that the pictures of each request fit. */
function* requestsOf(batch: IdentifiedRecord[]): Generator<IdentifiedRecord[]> {
  let part: IdentifiedRecord[] = [];
  let room = PICTURES_OF_A_REQUEST;
  for (const entry of batch) {
    const size = entry.record.photo?.bytes.length ?? 0;
    if (size > room) {
      yield part;
      part = [];
      room = PICTURES_OF_A_REQUEST;
    }
    part.push(entry);
    room -= size;
  }
  if (part.length > 0) yield part;
}

async function* createTogether(
  run: ImportRun,
  batch: IdentifiedRecord[],
  tagIds: Map<string, string>,
): AsyncGenerator<CreatedContacts> {
  const { createPeople } = run.options;
  const given = batch.map((entry) => personOf(entry, tagIds));
  const { people, duplicates } = await (createPeople ? createPeople(given) : sendBatch(run.client, given));
  for (const { contactIds, score, reasons } of duplicates) {
    const names = contactIds.map((id) => contactTitleOf(run.index.get(id)?.contact ?? {}));
    run.duplicates.push({ contactIds, names, score, reasons });
  }
  const others: IdentifiedRecord[] = [];
  for (const [index, entry] of batch.entries()) {
    const { error, notesError } = people[index]!;
    if (error && entry.record.photo && refusesPhotos(error.message)) others.push(withoutPhoto(entry));
    else if (error?.code === 'Conflict')
      yield { entry, error: error.message, ...(await findTaken(run.client, entry.id)) };
    else if (error) yield { entry, error: error.message };
    else if (!createPeople) yield { entry, ...(await addNotes(run, entry)) };
    else {
      if (notesError) run.notes.forget(entry.id);
      yield { entry, ...(notesError && { notesError }) };
    }
  }
  if (others.length > 0) yield* createTogether(run, others, tagIds);
}

function personOf({ id, record }: IdentifiedRecord, tagIds: Map<string, string>): NewPerson {
  const { contact, photo, tags, notes } = record;
  const tags_contacts = tagAssociations(tags, tagIds);
  return {
    contact: { id, ...contact, ...(tags_contacts.length > 0 && { tags_contacts }) },
    ...(photo && { photo: photo.bytes }),
    notes: notes.map(noteBody),
  };
}

/** For services that accept only picture URLs: creates the person without a picture. */
function withoutPhoto({ record, ...entry }: IdentifiedRecord): IdentifiedRecord {
  record.warnings.push(NO_PHOTOS);
  const { photo: _, ...rest } = record;
  return { ...entry, record: rest };
}

/**
 * Sends one bulk create without the notes. If a batch is rejected because it is too large or has one bad row, it is
 * sent again in halves. The ids make retries safe, so no idempotency key is needed.
 */
async function sendBatch(client: Client, people: NewPerson[]): Promise<CreatedPeople> {
  const contacts = people.map(({ contact, photo }) => (photo ? { ...contact, ...pictureField(photo) } : contact));
  try {
    const { data } = await client.call('bulk_create_contacts', { contacts, continueOnError: true });
    const failed = new Map(data.batch.failedRows.map(({ index, error }) => [index, error]));
    const created = people.map((_, index) => (failed.has(index) ? { error: failed.get(index)! } : {}));
    return { people: created, duplicates: data.duplicates ?? [] };
  } catch (error) {
    if (!isRejected(error)) throw error;
    if (people.length === 1)
      return { people: [{ error: { code: error.code, message: error.message } }], duplicates: [] };
    const middle = Math.ceil(people.length / 2);
    const first = await sendBatch(client, people.slice(0, middle));
    const second = await sendBatch(client, people.slice(middle));
    return {
      people: [...first.people, ...second.people],
      duplicates: [...first.duplicates, ...second.duplicates],
    };
  }
}

async function addNotes(run: ImportRun, { id, record }: IdentifiedRecord): Promise<{ notesError?: string }> {
  try {
    await run.notes.add(id, record.notes);
    return {};
  } catch (error) {
    if (!isRejected(error)) throw error;
    run.notes.forget(id);
    return { notesError: error.message };
  }
}

async function findTaken(client: Client, id: string): Promise<{ taken?: KnownContact }> {
  try {
    const { data } = await client.call('get_contact', { contactId: id });
    return { taken: knownFrom(data.contact) };
  } catch (error) {
    if (!isRejected(error)) throw error;
    const survivor = error.details?.merged_into;
    return typeof survivor === 'string' ? findTaken(client, survivor) : {};
  }
}

/** The field that uploads a picture. */
export const pictureField = (bytes: Uint8Array | undefined): { image_url?: string } =>
  bytes ? { image_url: pictureAddress(bytes) } : {};

/** Whether a contact has this picture. */
export const isPhotoOf = (photo: PhotoData, address: string): boolean => address === photoAddress(photoId(photo));

export const NO_PHOTOS = 'photo left out because the service does not accept photos';

/** Whether a service that accepts only picture URLs rejected an upload. */
export const refusesPhotos = (message: string): boolean => /\bimage_url\b/.test(message);
