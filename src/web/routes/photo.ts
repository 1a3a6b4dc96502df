import { isPhotoId, MAXIMUM_PHOTO_BYTES, photoError, pictureAddress } from '../../contract/photos.ts';
import { KithError } from '../../shared/error.ts';
import { doneAt } from '../layout/done.tsx';
import { personPath } from '../layout/parts.tsx';
import { TROUBLES } from '../pages/errors/error-page.tsx';
import { personPage } from '../pages/person/person.tsx';
import { readPerson } from '../people/read-person.ts';
import { THUMBNAIL_SIDES, thumbnailOf } from '../pictures/thumbnails.ts';
import { inWords, seeOther } from '../requests/answers.ts';
import { forPerson } from '../requests/for-person.ts';
import type { Frame, Pages } from '../requests/frame.ts';
import { uploadOf } from '../requests/read-upload.ts';
import type { SignedIn } from '../services/services.ts';
import { signedOutBefore } from '../words/errors.ts';
import { PHOTO } from '../words/person.ts';
import { partForms } from './person-part.ts';

/** A person's photo: show, set, and remove. */
export function addPhoto(app: Pages, frame: Frame): void {
  const { page } = forPerson(frame);
  const part = partForms(app, frame);

  app.get('/people/:id/photo/:photoId', (context) =>
    page(context, async ({ client }) => {
      const { photoId } = context.req.param();
      const photo = isPhotoId(photoId) ? await client.photo(photoId) : undefined;
      if (!photo) return frame.refuse(context, 404, TROUBLES.nothingHere);
      const side = THUMBNAIL_SIDES.find((one) => String(one) === context.req.query('side'));
      const small = side && (await thumbnailOf(photoId, photo.bytes, side));
      const headers = {
        ...HEADERS,
        ETag: `"${small ? `${photoId}-${side}` : photoId}"`,
        'Content-Type': small ? 'image/webp' : photo.mediaType,
      };
      const isKnown = context.req.header('if-none-match') === headers.ETag;
      const bytes = small ?? photo.bytes;
      return new Response(isKnown ? null : new Uint8Array(bytes), { status: isKnown ? 304 : 200, headers });
    }),
  );

  app.post('/people/:id/photo', async (context) => {
    const viewer = await context.var.signedIn();
    const contactId = context.req.param('id');
    const path = personPath(contactId);
    if (!viewer) return frame.refuse(context, 401, signedOutBefore('photo', path));
    const upload = await uploadOf(context.req.raw, MAXIMUM_PHOTO_BYTES);
    if (upload === 'large') return refused(viewer, contactId, PHOTO.large, 413);
    if (upload === 'none') return refused(viewer, contactId, PHOTO.missing, 400);
    const trouble = photoError(upload.bytes);
    if (trouble) return refused(viewer, contactId, trouble, 400);
    const { image_url: was } = (await viewer.client.call('get_contact', { contactId })).data.contact;
    try {
      const change = { contactId, image_url: pictureAddress(upload.bytes) };
      const { data } = await viewer.client.call('update_contact', change, { idempotencyKey: upload.key });
      if (data.contact.image_url === was) return seeOther(path);
      return seeOther(doneAt(path, 'photo', { of: contactId, was: was ?? '' }));
    } catch (error) {
      return refused(viewer, contactId, inWords(error), error instanceof KithError ? error.status : 400);
    }
  });

  async function refused(viewer: SignedIn, contactId: string, text: string, status: number): Promise<Response> {
    const why = { form: 'photo' as const, values: {}, errors: { picture: text } };
    return frame.show(personPage({ ...(await readPerson(viewer, contactId)), refused: why }), { status });
  }

  part('photo/remove', 'photo', { image_url: 'picture' }, async ({ client, fields, once }, contactId) => {
    await client.call('update_contact', { contactId, image_url: null }, once);
    return { done: 'photo', was: fields.get('was') ?? '' };
  });

  part('photo/back', 'photo', { image_url: 'picture' }, async ({ client, fields, once }, contactId) => {
    await client.call('update_contact', { contactId, image_url: fields.get('was') || null }, once);
    return undefined;
  });
}

/** The id is a hash, so the picture never changes. Another user has another cookie, and needs their own copy. */
const HEADERS = {
  'Cache-Control': 'private, max-age=31536000, immutable',
  Vary: 'Cookie',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
};
