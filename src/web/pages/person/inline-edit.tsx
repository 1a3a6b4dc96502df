import type { Values } from '../../edit/merge.ts';
import { inPlace } from '../../layout/in-place.ts';
import { KeyField, personPath } from '../../layout/parts.tsx';
import { ABOUT as WORDS } from '../../words/person.ts';

interface InlineField {
  /** Name of the field in the edit form. */
  name: string;
  label: string;
  value: string;
  isLong?: boolean;
}

interface InlineEditProps {
  contactId: string;
  /** Names the fact, such as "Email". */
  label: string;
  fields: InlineField[];
  isNew?: boolean;
}

/**
 * Edits one fact in place. It sends only its own fields to the edit form, which merges them and asks about
 * conflicts.
 */
export function InlineEdit({ contactId, label, fields, isNew = false }: InlineEditProps) {
  const path = `${personPath(contactId)}/edit`;
  const opened: Values = isNew ? {} : Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  return (
    <details class="inline">
      <summary>
        {isNew ? (
          `+ ${WORDS.add(label)}`
        ) : (
          <>
            <span aria-hidden="true">✎</span>
            <span class="unseen">{WORDS.editOf(label)}</span>
          </>
        )}
      </summary>
      <form class="field" method="post" action={path} data-whole-page {...inPlace(path, 'about')}>
        <KeyField />
        <input type="hidden" name="opened" value={JSON.stringify(opened)} />
        {fields.map(({ name, label: title, value, isLong }) =>
          isLong ? (
            <textarea name={name} aria-label={title} dir="auto">{`\n${value}`}</textarea>
          ) : (
            <input name={name} aria-label={title} value={value} placeholder={title} dir="auto" autocomplete="off" />
          ),
        )}
        <div>
          <button type="submit">{WORDS.save}</button>
        </div>
      </form>
    </details>
  );
}
