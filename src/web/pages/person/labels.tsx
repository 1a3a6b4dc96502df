import type { Contact } from '../../edit/contact-values.ts';
import type { Values } from '../../edit/merge.ts';
import { FieldError, type FieldErrors } from '../../layout/fields.tsx';
import { inPlace } from '../../layout/in-place.ts';
import { KeyField, OneButton, personPath } from '../../layout/parts.tsx';
import { LABELS as WORDS } from '../../words/person.ts';

interface Shown {
  part: 'tags' | 'groups';
  contact: Contact;
  /** Names to choose from. */
  offered: string[];
  values?: Values | undefined;
  errors?: FieldErrors | undefined;
}

/** Tags or groups as chips that can be removed, and a field that adds one. */
export function Labels({ part, contact, offered, values, errors = {} }: Shown) {
  const words = WORDS[part];
  const path = `${personPath(contact.id)}/${part}`;
  const own =
    part === 'tags'
      ? contact.tags_contacts?.map(({ tag_id, tags }) => ({ id: tag_id, name: tags.name }))
      : contact.groups_contacts?.map(({ group_id, groups }) => ({ id: group_id, name: groups.name }));
  const id = `${part}-name`;
  return (
    <div id={`part-${part}`} class="chips-part">
      <h3 id={part} class="unseen">
        {words.title}
      </h3>
      <ul class="labels" aria-labelledby={part}>
        {own?.map((label) => (
          <li>
            <bdi>{label.name}</bdi>
            <OneButton
              action={`${path}/${label.id}/remove`}
              kind="plain"
              form={inPlace(`${path}/${label.id}/remove`, part)}
            >
              <span aria-hidden="true">×</span>
              <span class="unseen">
                {words.remove} {label.name}
              </span>
            </OneButton>
          </li>
        ))}
        <li class="bare">
          <details open={values !== undefined}>
            <summary class="add">+ {words.add}</summary>
            <form class="field" method="post" action={path} {...inPlace(path, part)}>
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
                  data-key={part === 'tags' ? 't' : undefined}
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
          </details>
        </li>
      </ul>
    </div>
  );
}
