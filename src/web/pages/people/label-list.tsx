import { Field } from '../../layout/fields.tsx';
import type { Message, PageContent } from '../../layout/page.tsx';
import { KeyField, MoreLink, Section } from '../../layout/parts.tsx';
import { pathOf } from '../../people/search.ts';
import type { Person } from '../../services/services.ts';
import { LABELS as WORDS } from '../../words/people.ts';
import { people } from '../../words/people-changes.ts';
import { NamedRow, type RefusedName } from './named-row.tsx';
import type { Label } from './people-filter.tsx';

export type LabelKind = 'tags' | 'groups';

export interface LabelsShown {
  person: Person;
  kind: LabelKind;
  labels: Label[];
  nextCursor: string | null;
  refused?: RefusedName | undefined;
  message?: Message | undefined;
}

/** All tags or all groups, each with how many people have it. */
export function labelsPage({ person, kind, labels, nextCursor, refused, message }: LabelsShown): PageContent {
  const words = WORDS[kind];
  const path = `/people/${kind}`;
  const isNew = refused?.id === '';
  return {
    title: words.title,
    email: person.email,
    here: '/people',
    message: refused ? { kind: 'danger', text: refused.text } : message,
    main: (
      <>
        <h1>{words.title}</h1>
        <p>
          <a href="/people">{WORDS.back}</a>
        </p>
        <Section id="labels" title={words.title} lead={labels.length > 0 ? words.lead : words.none}>
          <ul class="rows">
            {labels.map((label) => (
              <Row kind={kind} label={label} refused={refused} />
            ))}
          </ul>
          {nextCursor && (
            <p>
              <MoreLink path={path} cursor={nextCursor} />
            </p>
          )}
        </Section>
        <Section id="new" title={words.new}>
          <form class="field" method="post" action={path}>
            <KeyField />
            <Field
              name="name"
              label={WORDS.name}
              value={isNew ? refused.name : undefined}
              error={isNew ? refused.text : undefined}
              maxlength={500}
              required
            />
            <div class="actions">
              <button type="submit">{WORDS.create}</button>
            </div>
          </form>
        </Section>
      </>
    ),
  };
}

const Row = ({
  kind,
  label: { id, name, count },
  refused,
}: {
  kind: LabelKind;
  label: Label;
  refused: RefusedName | undefined;
}) => (
  <NamedRow id={id} name={name} path={`/people/${kind}/${encodeURIComponent(id)}`} refused={refused}>
    <strong>
      <a href={pathOf({ pairs: [[kind === 'tags' ? 'tag.any' : 'group.any', id]] })}>
        <bdi>{name}</bdi>
      </a>
    </strong>
    <p class="quiet small">{people(count ?? 0)}</p>
  </NamedRow>
);
