import type { Child } from 'hono/jsx';
import { Field } from '../../layout/fields.tsx';
import { KeyField, OneButton } from '../../layout/parts.tsx';
import { LABELS as WORDS } from '../../words/people.ts';

/** A refused name with the reason. */
export interface RefusedName {
  /** The id of what has the name; empty for something new. */
  id: string;
  name: string;
  text: string;
}

interface Shown {
  id: string;
  name: string;
  /** The path of its forms. */
  path: string;
  refused: RefusedName | undefined;
  children: Child;
}

/** A row of a list of named things: what it is, and forms to rename and to delete it. */
export const NamedRow = ({ id, name, path, refused, children }: Shown) => {
  const own = refused?.id === id ? refused : undefined;
  return (
    <li>
      <div class="about">{children}</div>
      <details open={own !== undefined}>
        <summary>
          {WORDS.rename}
          <span class="unseen"> {name}</span>
        </summary>
        <form class="beside" method="post" action={path}>
          <KeyField />
          <Field
            name="name"
            id={`name-${id}`}
            label={WORDS.nameOf(name)}
            unseen
            value={own?.name ?? name}
            error={own?.text}
            maxlength={500}
            required
          />
          <button type="submit">{WORDS.rename}</button>
        </form>
      </details>
      <OneButton action={`${path}/delete`} kind="danger">
        {WORDS.delete}
        <span class="unseen"> {name}</span>
      </OneButton>
    </li>
  );
};
