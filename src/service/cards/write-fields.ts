import type { z } from 'zod';
import { contactCreate, contactPatch } from '../../contract/contact-input.ts';
import { photoAddress, pictureAddress } from '../../contract/photos.ts';
import { checkValue } from '../../contract/schema/check.ts';
import type { CardFields } from '../../shared/cards/fields.ts';
import type { CardChanges } from '../../shared/cards/merge-card.ts';
import { newContactRows } from '../contact-rows/new-rows.ts';
import { createContact, updateContact } from '../contact-rows/save.ts';
import { photoId, withStoredPhotos } from '../photos/photos.ts';
import type { Context } from '../runtime/context.ts';
import { findOrCreateId } from '../tags/handlers.ts';

/** Creates a contact from a card. Throws 400 for values that contacts cannot have. */
export async function createFromCard(
  context: Context,
  id: string,
  fields: CardFields,
  photo: Uint8Array | undefined,
): Promise<void> {
  const { emails, phones, addresses, tags, ...texts } = fields;
  const input = { id, ...(await inputOf(context, id, { ...texts, emails, phones, addresses, tags }, photo)) };
  const checked = checkValue(contactCreate(), input);
  await createContact(context, checked, newContactRows(context, id, await withStoredPhotos(context, checked)));
}

/** Applies a card's changes to its contact. Throws 400 for values that contacts cannot have. */
export async function changeByCard(
  context: Context,
  id: string,
  changes: CardChanges,
  photo: Uint8Array | undefined,
): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  const input: z.input<ReturnType<typeof contactPatch>> = await inputOf(context, id, changes, photo);
  await updateContact(context, id, checkValue(contactPatch(), input));
}

async function inputOf(
  context: Context,
  contactId: string,
  { emails, phones, addresses, tags, photo, ...texts }: CardChanges,
  bytes: Uint8Array | undefined,
) {
  const tagIds: string[] = [];
  for (const name of tags ?? []) tagIds.push(await findOrCreateId(context, name));
  const ranked = <E extends { label?: string }>({ label }: E, ranking: number) => ({ label: label ?? null, ranking });
  const countries = phones && (await countriesOf(context, contactId));
  return {
    ...texts,
    ...(photo !== undefined && { image_url: pictureFor(photo, bytes) }),
    ...(emails && { contact_emails: emails.map((one, rank) => ({ email: one.value, ...ranked(one, rank) })) }),
    ...(phones && {
      contact_phone_numbers: phones.map((one, rank) => ({
        phone_number: one.value,
        country_code: countries?.get(one.value) ?? null,
        ...ranked(one, rank),
      })),
    }),
    ...(addresses && {
      legacy_contact_addresses: addresses.map(({ label, ...parts }) => ({ ...parts, address_type: label ?? null })),
    }),
    ...(tags && { tags_contacts: tagIds.map((tag_id) => ({ tag_id })) }),
  };
}

/** Returns a data URL for an image in the card. Any other address is not changed. */
function pictureFor(address: string | null, bytes: Uint8Array | undefined): string | null {
  return bytes && address === photoAddress(photoId(bytes)) ? pictureAddress(bytes) : address;
}

/** The country codes of a contact's phone numbers, which cards do not contain. */
async function countriesOf({ db, user }: Context, contactId: string): Promise<Map<string, string | null>> {
  const rows = await db
    .selectFrom('contact_phone_numbers')
    .select(['phone_number', 'country_code'])
    .where('user_id', '=', user.user_id)
    .where('contact_id', '=', contactId)
    .execute();
  return new Map(rows.map(({ phone_number, country_code }) => [phone_number, country_code]));
}
