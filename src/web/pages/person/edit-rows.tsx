import { ROWS, type RowKind, rowIds } from '../../edit/contact-values.ts';
import type { Values } from '../../edit/merge.ts';
import { Field, type FieldErrors } from '../../layout/fields.tsx';
import { Section } from '../../layout/parts.tsx';
import { EDIT_ROWS as WORDS } from '../../words/edit-person.ts';

const INPUT_MODES = {
  email: { inputmode: 'email', autocapitalize: 'none', spellcheck: 'false', dir: 'ltr' },
  phone: { inputmode: 'tel', dir: 'ltr' },
};

interface RowsProps {
  kind: RowKind;
  opened: Values;
  values: Values;
  refused?: { fields: FieldErrors } | undefined;
}

const NEW_ROWS = { email: 2, phone: 2, address: 1 };

/** Existing rows, and empty ones. Without a script, there is no button to add rows. */
export function Rows({ kind, opened, values, refused }: RowsProps) {
  const words = WORDS.kinds[kind];
  const ids = rowIds(kind, { ...opened, ...values });
  const known = ids.filter(
    (id) => !id.startsWith('new') && columnsOf(kind, id).some((name) => opened[name] || values[name]),
  );
  const typed = ids.filter((id) => id.startsWith('new') && columnsOf(kind, id).some((name) => values[name]));
  const free = Array.from({ length: NEW_ROWS[kind] + typed.length }, (_, index) => `new${index}`).filter(
    (id) => !typed.includes(id),
  );
  const row = (id: string, place: number) => (
    <Row kind={kind} id={id} place={place} values={values} opened={opened} errors={refused?.fields ?? {}} />
  );
  return (
    <Section id={kind} title={words.title}>
      {[...known, ...typed].map((id, index) => row(id, index + 1))}
      <details>
        <summary>{words.add}</summary>
        {free.slice(0, NEW_ROWS[kind]).map((id, index) => row(id, known.length + typed.length + index + 1))}
      </details>
    </Section>
  );
}

const columnsOf = (kind: RowKind, id: string): string[] =>
  ROWS[kind].columns.map((column) => `${kind}.${id}.${column}`);

interface RowProps {
  kind: RowKind;
  id: string;
  place: number;
  values: Values;
  opened: Values;
  errors: FieldErrors;
}

function Row({ kind, id, place, values, opened, errors }: RowProps) {
  const name = (column: string) => `${kind}.${id}.${column}`;
  const { one } = WORDS.kinds[kind];
  const isRemoved = !id.startsWith('new') && columnsOf(kind, id).every((column) => !values[column]);
  // A row to be removed keeps its values, so that the user can keep it.
  const shown = isRemoved ? opened : values;
  return (
    <fieldset class="row">
      <legend class="unseen">{`${one} ${place}`}</legend>
      {kind === 'address' ? (
        <div class="pair">
          {ROWS.address.columns
            .filter((column) => column !== 'formatted' || shown[name(column)])
            .map((column) => (
              <Field
                name={name(column)}
                label={WORDS.postal[column]}
                value={shown[name(column)]}
                error={errors[name(column)]}
              />
            ))}
        </div>
      ) : (
        <div class="labeled">
          <Field
            name={name(ROWS[kind].columns[0])}
            label={one}
            unseen
            value={shown[name(ROWS[kind].columns[0])]}
            error={errors[name(ROWS[kind].columns[0])]}
            placeholder={one}
            {...INPUT_MODES[kind]}
          />
          <Field
            name={name('label')}
            label={WORDS.label}
            unseen
            value={shown[name('label')]}
            error={errors[name('label')]}
            placeholder={WORDS.labelHint}
          />
        </div>
      )}
      {!id.startsWith('new') && (
        <label class="choice small">
          <input type="checkbox" name={name('remove')} checked={isRemoved} />
          <span>
            {WORDS.remove}
            <span class="unseen"> {`${one} ${place}`}</span>
          </span>
        </label>
      )}
    </fieldset>
  );
}
