import { contactTitle } from '../../../client/contact-names.ts';
import type { Contact } from '../../edit/contact-values.ts';
import type { Values } from '../../edit/merge.ts';
import { Face } from '../../layout/face.tsx';
import { Field, type FieldErrors } from '../../layout/fields.tsx';
import { KeyField, NAMELESS, OneButton, PersonLink, personPath, Section } from '../../layout/parts.tsx';
import type { Related, Relations } from '../../people/read-person.ts';
import { RELATIONSHIP_ROLES, RELATIONS as WORDS } from '../../words/person.ts';

/** More names do not fit side by side. */
const MAX_DRAWN = 40;

interface Shown {
  contact: Contact;
  relations: Relations;
  values?: Values | undefined;
  errors?: FieldErrors | undefined;
}

/** A person's relationships: list, forms, and network on demand. */
export function RelationsPart({ contact, relations, values, errors }: Shown) {
  const path = `${personPath(contact.id)}/relations`;
  const isChange = values?.leads !== undefined;
  const isNew = values !== undefined && !isChange;
  const own = isChange ? relations.own.map((one) => withTyped(one, values)) : relations.own;
  return (
    <Section id="relations" title={WORDS.title}>
      {own.length > 0 && (
        <ul class="rows">
          {own.map((one) => (
            <Relation
              path={path}
              contact={contact}
              one={one}
              errors={isChange && isMeant(one, values) ? errors : undefined}
            />
          ))}
        </ul>
      )}
      <details open={isNew}>
        <summary class="add">+ {WORDS.add}</summary>
        <form class="question" method="post" action={path}>
          <KeyField />
          <Field
            id="relation-name"
            name="name"
            label={WORDS.name}
            hint={WORDS.nameHint}
            value={isNew ? values.name : undefined}
            error={isNew ? errors?.name : undefined}
            required
            list="relation-offered"
            hx-get={`${path}/new`}
            hx-trigger="input changed delay:150ms"
            hx-target="#relation-offered"
            hx-select="#relation-offered"
            hx-swap="outerHTML"
            hx-sync="this:replace"
          />
          <datalist id="relation-offered" />
          <RoleFields id="new" contact={contact} values={isNew ? values : {}} errors={isNew ? errors : undefined} />
          <div>
            <button type="submit">{WORDS.button}</button>
          </div>
        </form>
      </details>
      <Graph contact={contact} {...relations} />
      <datalist id="roles">
        {RELATIONSHIP_ROLES.map((role) => (
          <option value={role} />
        ))}
      </datalist>
    </Section>
  );
}

const isMeant = ({ other, isSource }: Related, values: Values): boolean =>
  other === values.other && isSource === (values.leads === 'here');

const withTyped = (one: Related, values: Values): Related & { typed?: Values } =>
  isMeant(one, values) ? { ...one, typed: values } : one;

interface RelationProps {
  path: string;
  contact: Contact;
  one: Related & { typed?: Values };
  errors: FieldErrors | undefined;
}

function Relation({ path, contact, one, errors }: RelationProps) {
  const { id, other, name = NAMELESS, isSource, mine, theirs, typed } = one;
  const now = { mine: mine ?? '', theirs: theirs ?? '' };
  const which = { other, leads: isSource ? 'here' : 'there' };
  return (
    <li>
      <Face id={other} name={name} image_url={one.image_url} />
      <div class="about">
        <PersonLink id={other} name={name} />
        {theirs && (
          <span class="quiet">
            {' '}
            · <bdi>{theirs}</bdi>
          </span>
        )}
      </div>
      <details class="change" open={typed !== undefined}>
        <summary>
          {WORDS.change}
          <span class="unseen"> {WORDS.changeOf(name)}</span>
        </summary>
        <form class="question" method="post" action={`${path}/change`}>
          <KeyField />
          <input type="hidden" name="opened" value={JSON.stringify(now)} />
          {Object.entries(which).map(([field, value]) => (
            <input type="hidden" name={field} value={value} />
          ))}
          <RoleFields id={id} contact={contact} other={name} values={typed ?? now} errors={errors} />
          <div>
            <button type="submit">{WORDS.save}</button>
          </div>
        </form>
        <OneButton action={`${path}/remove`} fields={{ ...which, ...now }} kind="danger">
          {WORDS.remove}
          <span class="unseen"> {name}</span>
        </OneButton>
      </details>
    </li>
  );
}

interface RoleProps {
  id: string;
  contact: Contact;
  /** Their name, if it is known. */
  other?: string;
  values: Values;
  errors?: FieldErrors | undefined;
}

/** Fields for both directions of a relationship. */
export function RoleFields({ id, contact, other, values, errors = {} }: RoleProps) {
  const name = contactTitle(contact) ?? NAMELESS;
  const common = { list: 'roles', maxlength: 200 };
  const theirs = other === undefined ? WORDS.theirs(name) : WORDS.theirsOf(other, name);
  const mine = other === undefined ? WORDS.mine(name) : WORDS.theirsOf(name, other);
  return (
    <div class="pair">
      <Field
        {...common}
        {...{ id: `${id}-theirs`, name: 'theirs', label: theirs, value: values.theirs, error: errors.theirs }}
        placeholder={WORDS.roleHint}
      />
      <Field {...common} {...{ id: `${id}-mine`, name: 'mine', label: mine, value: values.mine, error: errors.mine }} />
    </div>
  );
}

/** Data for the script that draws the network. The list above has the same people. */
function Graph({ contact, own, among }: Relations & { contact: Contact }) {
  if (own.length === 0) return null;
  const name = contactTitle(contact) ?? NAMELESS;
  const others = new Map(own.map((one) => [one.other, one]));
  const drawn = [...others.values()].slice(0, MAX_DRAWN);
  const data = {
    title: WORDS.graph(name),
    nodes: [
      { id: contact.id, name, role: '' },
      ...drawn.map((one) => ({ id: one.other, name: one.name ?? NAMELESS, role: one.theirs ?? '' })),
    ],
    links: [...drawn.map((one) => [contact.id, one.other]), ...among],
  };
  return (
    <details>
      <summary>{WORDS.drawing}</summary>
      <div class="graph" data-graph={JSON.stringify(data)} />
      {others.size > drawn.length && <p class="quiet small">{WORDS.more(drawn.length)}</p>}
    </details>
  );
}
