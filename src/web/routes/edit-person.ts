import type { Client } from '../../client/client.ts';
import { KithError } from '../../shared/error.ts';
import { type Changes, changesTo } from '../edit/contact-changes.ts';
import { typedIn, valuesOf } from '../edit/contact-values.ts';
import { merge, readOpened, withChoices } from '../edit/merge.ts';
import type { FieldErrors } from '../layout/fields.tsx';
import { personPath } from '../layout/parts.tsx';
import { editPersonPage } from '../pages/person/edit-person.tsx';
import { partOf, refusalOf, seeOther } from '../requests/answers.ts';
import { forPerson } from '../requests/for-person.ts';
import type { Frame, Pages } from '../requests/frame.ts';
import { LONG_FORM } from '../requests/read-body.ts';
import { EDIT_PERSON } from '../words/edit-person.ts';

/** A contact may have 500 rows in each of its lists. */
const EDIT_FORM = { ...LONG_FORM, fields: 10_000 };

/** The form with all editable fields of a person. */
export function addEditPerson(app: Pages, frame: Frame): void {
  const { page, form } = forPerson(frame, EDIT_FORM);

  app.get('/people/:id/edit', (context) =>
    page(context, async ({ person, client }) => {
      const read = await record(client, context.req.param('id'));
      return frame.show(editPersonPage({ person, ...read, opened: read.now, values: read.now }));
    }),
  );

  app.post('/people/:id/edit', (context) =>
    form(context, async ({ person, client, fields, once }) => {
      const read = await record(client, context.req.param('id'));
      const { contact, customFields, now } = read;
      const opened = readOpened(fields.get('opened'));
      const { merged, conflicts } = merge(opened, withChoices(fields, opened, typedIn(fields, opened)), now);
      const again = { person, ...read, opened: now, values: merged };
      if (conflicts.length > 0) return frame.show(editPersonPage({ ...again, conflicts }), { status: 409 });
      const changes = changesTo(contact, customFields, now, merged);
      try {
        const wrong = await save(client, contact.id, changes, once);
        if (!wrong) return seeOther(`${personPath(contact.id)}?done=saved`);
        return frame.show(editPersonPage({ ...again, refused: wrong }), { status: 400 });
      } catch (error) {
        const { message: text, status } = refusalOf(error);
        return frame.show(editPersonPage({ ...again, refused: { text, fields: {} } }), { status });
      }
    }),
  );
}

async function record(client: Client, contactId: string) {
  const [{ data: one }, { data: fields }] = await Promise.all([
    client.call('get_contact', { contactId }),
    client.call('list_custom_fields', {}),
  ]);
  const customFields = fields.custom_fields;
  return { contact: one.contact, customFields, now: valuesOf(one.contact, customFields) };
}

interface Wrong {
  text: string;
  fields: FieldErrors;
}

/** Saves all changes, or none, and shows errors at their fields. */
async function save(
  client: Client,
  contactId: string,
  { contact, customFields, fieldNamed }: Changes,
  once: { idempotencyKey: string },
): Promise<Wrong | undefined> {
  const wrong: FieldErrors = {};
  for (const value of customFields) {
    const { data } = await client.call('set_custom_field_values', { custom_fields: [value] }, { dryRun: true });
    const [failed] = data.failed;
    if (failed) wrong[`custom.${value.custom_field_id}`] = failed.error.message;
  }
  const isTried = Object.keys(wrong).length > 0;
  if (Object.keys(contact).length > 0) {
    try {
      await client.call('update_contact', { contactId, ...contact }, isTried ? { dryRun: true } : once);
    } catch (error) {
      const told = fieldsOf(error);
      for (const [name, reason] of Object.entries(told)) wrong[fieldNamed.get(name) ?? name] = reason;
    }
  }
  if (Object.keys(wrong).length === 0 && customFields.length > 0)
    await client.call('set_custom_field_values', { custom_fields: customFields }, partOf(once, 'custom fields'));
  if (Object.keys(wrong).length === 0) return undefined;
  if (wrong.birthday !== undefined) wrong.birthday = EDIT_PERSON.noDay;
  const known = new Set([...fieldNamed.values(), ...customFields.map((value) => `custom.${value.custom_field_id}`)]);
  const others = Object.entries(wrong).filter(([name]) => !known.has(name));
  return {
    text: [EDIT_PERSON.refused, ...others.map(([name, reason]) => `${name}: ${reason}.`)].join(' '),
    fields: wrong,
  };
}

function fieldsOf(error: unknown): FieldErrors {
  const { fields } = (error instanceof KithError && error.details) || {};
  if (typeof fields !== 'object' || fields === null) throw error;
  return fields as FieldErrors;
}
