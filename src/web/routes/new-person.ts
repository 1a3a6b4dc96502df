import { KithError } from '../../shared/error.ts';
import { dayIn } from '../../shared/zones.ts';
import { asTyped } from '../edit/merge.ts';
import type { FieldErrors } from '../layout/fields.tsx';
import { personPath } from '../layout/paths.ts';
import { newPage } from '../pages/overview/new.tsx';
import { readNewPerson } from '../people/new-person.ts';
import { inWords, seeOther } from '../requests/answers.ts';
import { forPerson } from '../requests/for-person.ts';
import type { Frame, Pages } from '../requests/frame.ts';
import { NEW } from '../words/new.ts';

/** Adds a person by name, email, and phone number. */
export function addNewPerson(app: Pages, frame: Frame): void {
  const { form } = forPerson(frame);

  app.post('/new', (context) =>
    form(context, async ({ client, person, fields, once }) => {
      const values = Object.fromEntries(['name', 'email', 'phone'].map((name) => [name, asTyped(fields.get(name))]));
      const contact = readNewPerson(new URLSearchParams(values));
      const refused = (errors: FieldErrors) => {
        const day = dayIn(person.time_zone, new Date().toISOString());
        const shown = { person, choice: { chosen: [], found: [] }, back: '', values: { day } };
        return frame.show(newPage({ ...shown, added: { values, errors } }), { status: 400 });
      };
      if (Object.keys(contact).length === 0) return refused({ name: NEW.missing });
      try {
        const { data } = await client.call('create_contact', contact, once);
        return seeOther(personPath(data.contact.id));
      } catch (error) {
        return refused(errorsOf(error));
      }
    }),
  );
}

/** Errors at the field that they are about, or else at the name. */
function errorsOf(error: unknown): FieldErrors {
  const text = inWords(error);
  const about = Object.keys((error instanceof KithError && error.details?.fields) || {})[0] ?? '';
  return about.startsWith('contact_emails')
    ? { email: text }
    : about.startsWith('contact_phone')
      ? { phone: text }
      : { name: text };
}
