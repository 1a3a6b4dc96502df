import type { Child } from 'hono/jsx';

/** Error messages by field name. */
export type FieldErrors = Record<string, string>;

/** The id of a field. Names contain dots. */
export const fieldId = (name: string): string => name.replaceAll('.', '-');

interface FieldProps {
  name: string;
  /** Needed if a page has two fields with the same name. */
  id?: string | undefined;
  label: string;
  value: string | undefined;
  error?: string | undefined;
  /** Whether only screen readers get the label. */
  unseen?: boolean | undefined;
  hint?: string | undefined;
  [attribute: string]: unknown;
}

/** A single-line field with its label and error. */
export const Field = ({ name, id = fieldId(name), label, value, error, hint, unseen, ...attributes }: FieldProps) => (
  <Labeled id={id} label={label} error={error} hint={hint} unseen={unseen}>
    <input id={id} name={name} value={value} dir="auto" autocomplete="off" {...attributes} {...described(id, error)} />
  </Labeled>
);

/** A multiline field. Browsers drop the first newline of its content. */
export const LongField = ({
  name,
  id = fieldId(name),
  label,
  value,
  error,
  hint,
  unseen,
  ...attributes
}: FieldProps) => (
  <Labeled id={id} label={label} error={error} hint={hint} unseen={unseen}>
    <textarea id={id} name={name} dir="auto" {...attributes} {...described(id, error)}>
      {`\n${value ?? ''}`}
    </textarea>
  </Labeled>
);

interface SelectProps extends FieldProps {
  options: [value: string, text: string][];
}

export const SelectField = ({
  name,
  id = fieldId(name),
  label,
  value,
  error,
  unseen,
  options,
  ...attributes
}: SelectProps) => (
  <Labeled id={id} label={label} error={error} unseen={unseen}>
    <select id={id} name={name} {...attributes} {...described(id, error)}>
      {options.map(([one, text]) => (
        <option value={one} selected={one === value}>
          {text}
        </option>
      ))}
    </select>
  </Labeled>
);

const described = (id: string, error: string | undefined) =>
  error === undefined ? {} : { 'aria-invalid': 'true' as const, 'aria-describedby': `${id}-error` };

function Labeled({
  id,
  label,
  error,
  hint,
  unseen,
  children,
}: Pick<FieldProps, 'label' | 'error' | 'hint' | 'unseen'> & { id: string; children: Child }) {
  return (
    <div class="field">
      <label for={id} class={unseen ? 'unseen' : undefined}>
        {label}
      </label>
      {children}
      {hint && <p class="quiet small">{hint}</p>}
      <FieldError id={id} error={error} />
    </div>
  );
}

export const FieldError = ({ id, error }: { id: string; error: string | undefined }) =>
  error === undefined ? null : (
    <p class="error small" id={`${id}-error`}>
      {error}
    </p>
  );
