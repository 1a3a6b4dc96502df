import { photoIdIn } from '../../../contract/photos.ts';
import type { Contact } from '../../edit/contact-values.ts';
import { FieldError, type FieldErrors } from '../../layout/fields.tsx';
import { KeyField, OneButton, personPath, Section } from '../../layout/parts.tsx';

const WORDS = {
  title: 'Photo',
  choose: 'A picture of at most 3 MB: JPEG, PNG, GIF, WebP, AVIF or HEIC',
  save: 'Set the photo',
  remove: 'Remove the photo',
  elsewhere: 'The photo is kept elsewhere, so it is not shown here:',
};

/** What undo takes along stands in an address, which browsers and proxies bound; a cut one would lead elsewhere. */
const MOST_IN_ADDRESS = 2_000;

/** Sets, changes and removes the photo. */
export function PhotoForm({ contact, errors = {} }: { contact: Contact; errors?: FieldErrors | undefined }) {
  const path = `${personPath(contact.id)}/photo`;
  const { image_url } = contact;
  return (
    <Section id="photo" title={WORDS.title}>
      {image_url && !photoIdIn(image_url) && (
        <p class="small" dir="auto">
          {WORDS.elsewhere} {image_url}
        </p>
      )}
      <form class="question" method="post" action={path} enctype="multipart/form-data">
        <KeyField />
        <label for="picture">{WORDS.choose}</label>
        <div class="beside">
          <input
            id="picture"
            name="file"
            type="file"
            accept="image/*"
            required
            {...(errors.picture !== undefined && { 'aria-invalid': 'true', 'aria-describedby': 'picture-error' })}
          />
          <button type="submit">{WORDS.save}</button>
        </div>
        <FieldError id="picture" error={errors.picture} />
      </form>
      {image_url && (
        <div>
          <OneButton action={`${path}/remove`} fields={{ was: image_url.length <= MOST_IN_ADDRESS ? image_url : '' }}>
            {WORDS.remove}
          </OneButton>
        </div>
      )}
    </Section>
  );
}
