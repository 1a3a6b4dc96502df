import { MAXIMUM_PHOTO_BYTES, photoIdIn } from '../../../contract/photos.ts';
import type { Contact } from '../../edit/contact-values.ts';
import { FieldError, type FieldErrors } from '../../layout/fields.tsx';
import { inPlace } from '../../layout/in-place.ts';
import { KeyField, OneButton, personPath } from '../../layout/parts.tsx';
import { PHOTO as WORDS } from '../../words/person.ts';

/** Undo puts the old photo's URL into an address, which browsers and proxies limit. */
const MAX_URL_LENGTH = 2_000;
/** Pixels: enough for a photo at the full height of a phone's contact card. Larger ones are reduced by the browser. */
const REDUCED_SIDE = 1_024;

/** Sets, changes, and removes the photo. A picture can also be dropped on the page or pasted. */
export function PhotoForm({ contact, errors = {} }: { contact: Contact; errors?: FieldErrors | undefined }) {
  const path = `${personPath(contact.id)}/photo`;
  const { image_url } = contact;
  return (
    <div class="question" id="photo">
      {image_url && !photoIdIn(image_url) && (
        <p class="small" dir="auto">
          {WORDS.elsewhere} {image_url}
        </p>
      )}
      <form
        class="question"
        method="post"
        action={path}
        enctype="multipart/form-data"
        data-drop
        data-paste
        data-reduce={REDUCED_SIDE}
        data-most={MAXIMUM_PHOTO_BYTES}
        data-large={WORDS.large}
        data-several={WORDS.several}
        data-sending={WORDS.sending}
        {...inPlace(path, 'photo')}
      >
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
        <p class="quiet small" data-script>
          {WORDS.drop}
        </p>
        <p class="error" role="alert" hidden></p>
        <FieldError id="picture" error={errors.picture} />
      </form>
      {image_url && (
        <div>
          <OneButton action={`${path}/remove`} fields={{ was: image_url.length <= MAX_URL_LENGTH ? image_url : '' }}>
            {WORDS.remove}
          </OneButton>
        </div>
      )}
    </div>
  );
}
