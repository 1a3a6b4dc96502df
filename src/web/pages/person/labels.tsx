import type { Contact } from '../../edit/contact-values.ts';
import type { Values } from '../../edit/merge.ts';
import { FieldError, type FieldErrors } from '../../layout/fields.tsx';
import { KeyField, OneButton, personPath, Section } from '../../layout/parts.tsx';

const WORDS = {
  tags: { title: 'Tags', add: 'Add a tag', remove: 'Take off' },
  groups: { title: 'Groups', add: 'Add to a group', remove: 'Take out of' },
  hint: 'One that you have, or a new one',
  button: 'Add',
};

interface Shown {
  part: 'tags' | 'groups';
  contact: Contact;
  /** Names that are offered. */
  offered: string[];
  values?: Values | undefined;
  errors?: FieldErrors | undefined;
}

/** Tags or groups: each can be taken off, and another added by its name. */
export function Labels({ part, contact, offered, values, errors = {} }: Shown) {
  const words = WORDS[part];
  const path = `${personPath(contact.id)}/${part}`;
  const own =
    part === 'tags'
      ? contact.tags_contacts?.map(({ tag_id, tags }) => ({ id: tag_id, name: tags.name }))
      : contact.groups_contacts?.map(({ group_id, groups }) => ({ id: group_id, name: groups.name }));
  const id = `${part}-name`;
  return (
    <Section id={part} title={words.title}>
      {own && own.length > 0 && (
        <ul class="labels">
          {own.map((label) => (
            <li>
              <bdi>{label.name}</bdi>
              <OneButton action={`${path}/${label.id}/remove`} kind="plain">
                <span aria-hidden="true">×</span>
                <span class="unseen">
                  {words.remove} {label.name}
                </span>
              </OneButton>
            </li>
          ))}
        </ul>
      )}
      <form class="field" method="post" action={path}>
        <KeyField />
        <label class="unseen" for={id}>
          {words.add}
        </label>
        <div class="beside">
          <input
            id={id}
            name="name"
            list={`${part}-offered`}
            value={values?.name}
            placeholder={WORDS.hint}
            required
            autocomplete="off"
            dir="auto"
            {...(errors.name !== undefined && { 'aria-invalid': 'true', 'aria-describedby': `${id}-error` })}
          />
          <button type="submit">
            {WORDS.button}
            <span class="unseen"> {words.title}</span>
          </button>
        </div>
        <FieldError id={id} error={errors.name} />
        <datalist id={`${part}-offered`}>
          {offered.map((name) => (
            <option value={name} />
          ))}
        </datalist>
      </form>
    </Section>
  );
}
