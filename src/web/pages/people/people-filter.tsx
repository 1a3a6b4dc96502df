import type { Child } from 'hono/jsx';
import { Field, type FieldErrors, SelectField } from '../../layout/fields.tsx';
import type { PageContent } from '../../layout/page.tsx';
import { LINK_MODES, type Pair, TIME_HOWS } from '../../people/pairs.ts';
import { pathOf, type Search, type Sort } from '../../people/search.ts';
import { SPANS } from '../../words/frequencies.ts';
import { countOf } from './change-words.ts';
import { FLAG_WORDS, OPERATOR_WORDS, PRESENCE_WORDS, TEXT_WORDS, TIME_WORDS, WHOLE_WORDS } from './filter-words.tsx';

const WORDS = {
  title: 'Filter',
  lead: 'Fill in any of these lines; each adds a condition.',
  match: 'Show people who meet',
  all: 'all conditions',
  any: 'any one of them',
  people: 'Whom',
  present: 'Not archived',
  archived: 'Archived',
  sort: 'Order',
  tag: 'Which tag',
  group: 'Which group',
  tagHow: 'Tags',
  groupHow: 'Groups',
  links: { any: 'any of', all: 'all of', none: 'none of' } satisfies Record<(typeof LINK_MODES)[number], string>,
  flag: 'Mark',
  part: 'What',
  partHow: 'Whether',
  has: 'they have',
  lacks: 'they have no',
  textIn: 'Where to look',
  text: 'What it contains',
  time: 'Time',
  timeHow: 'When',
  day: 'Day',
  timeHows: {
    gte: 'on or after',
    lte: 'on or before',
    'lte-or-never': 'on or before, or never',
    never: 'never, or not known',
  } satisfies Record<(typeof TIME_HOWS)[number], string>,
  frequency: 'Rhythm',
  birthday: 'Birthday in',
  field: 'Field of your own',
  fieldHow: 'What it does',
  fieldText: 'Value',
  apply: 'Show',
  allTags: 'All tags',
  allGroups: 'All groups',
  atHand: { tags: 'Your tags', groups: 'Your groups' },
  noTags: 'You have no tags yet. Select people in the list to tag them, or do it on the page of a person.',
  noGroups: 'You have no groups yet. Select people in the list to make one.',
};

export const SORT_WORDS: Record<Sort, string> = {
  created_at: 'Newest first',
  full_name: 'By name',
  last_seen_at: 'Last seen first',
  next_reminder_at: 'Next to be in touch first',
  updated_at: 'Last changed first',
};

/** What can be chosen from. */
export interface Choices {
  tags: Label[];
  groups: Label[];
  fields: { id: string; name: string }[];
}
export interface Label {
  id: string;
  name: string;
  /** How many have it, where that was counted. */
  count?: number;
}

interface Shown {
  search: Search;
  choices: Choices;
  /** What was typed and could not be taken, with why. */
  typed?: { values: URLSearchParams; errors: FieldErrors } | undefined;
}

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' });
const MONTHS: Options = Array.from({ length: 12 }, (_, month) => [
  String(month + 1),
  MONTH.format(new Date(Date.UTC(2024, month))),
]);

type Options = [value: string, text: string][];
const NONE: Options[number] = ['', '–'];
const optionsOf = (labels: { id: string; name: string }[]): Options => [
  NONE,
  ...labels.map(({ id, name }): Options[number] => [id, name]),
];

const PARTS: Options = [
  NONE,
  ...Object.entries(PRESENCE_WORDS).map(([name, text]): Options[number] => [name.slice('has_'.length), text]),
];
const FLAGS: Options = [
  NONE,
  ...Object.entries(FLAG_WORDS)
    .filter(([flag]) => flag !== 'is_archived')
    .flatMap(
      ([flag, [yes, no]]): Options => [
        [`${flag}.yes`, yes],
        [`${flag}.no`, no],
      ],
    ),
];
const TEXTS: Options = [...Object.entries(TEXT_WORDS), ['email', WHOLE_WORDS.email], ['phone', WHOLE_WORDS.phone]];
const FIELD_OPERATORS: Options = Object.entries(OPERATOR_WORDS).filter(([operator]) => operator !== 'in');

/** The lines that add conditions to a search, inside of its form. */
export function FilterPanel({ search, choices, typed }: Shown) {
  const field = (name: string) => ({
    name: `new-${name}`,
    value: typed?.values.get(`new-${name}`) ?? '',
    error: typed?.errors[`new-${name}`],
  });
  const how = (name: string, label: string, options: Options) => (
    <SelectField {...field(name)} label={label} options={options} />
  );
  return (
    <section id="panel" class="card" aria-labelledby="panel-title">
      <header>
        <h2 id="panel-title">{WORDS.title}</h2>
        <p class="quiet">{WORDS.lead}</p>
      </header>
      <Hand {...choices} hx-get="/people/counts" hx-trigger="load" hx-select="#hand" hx-swap="outerHTML" />
      <WholeList search={search} />
      {(['tag', 'group'] as const).map((kind) => (
        <Line>
          {how(
            `${kind}-how`,
            WORDS[`${kind}How`],
            LINK_MODES.map((mode) => [mode, WORDS.links[mode]]),
          )}
          {how(kind, WORDS[kind], optionsOf(kind === 'tag' ? choices.tags : choices.groups))}
        </Line>
      ))}
      <Line>
        {how('part-how', WORDS.partHow, [
          ['has', WORDS.has],
          ['lacks', WORDS.lacks],
        ])}
        {how('part', WORDS.part, PARTS)}
        {how('flag', WORDS.flag, FLAGS)}
      </Line>
      <Line>
        {how('text-in', WORDS.textIn, TEXTS)}
        <Field {...field('text')} label={WORDS.text} maxlength={500} />
      </Line>
      <Line>
        {how('time', WORDS.time, [NONE, ...Object.entries(TIME_WORDS)])}
        {how(
          'time-how',
          WORDS.timeHow,
          TIME_HOWS.map((one) => [one, WORDS.timeHows[one]]),
        )}
        <Field {...field('day')} label={WORDS.day} type="date" />
      </Line>
      <Line>
        {how('frequency', WORDS.frequency, [NONE, ...SPANS])}
        {how('birthday', WORDS.birthday, [NONE, ...MONTHS])}
      </Line>
      {choices.fields.length > 0 && (
        <Line>
          {how('field', WORDS.field, optionsOf(choices.fields))}
          {how('field-how', WORDS.fieldHow, FIELD_OPERATORS)}
          <Field {...field('field-text')} label={WORDS.fieldText} maxlength={500} />
        </Line>
      )}
      <div class="actions">
        <button class="primary" type="submit">
          {WORDS.apply}
        </button>
      </div>
    </section>
  );
}

/** What is chosen for the list as a whole. */
const WholeList = ({ search }: { search: Search }) => (
  <Line>
    <SelectField
      name="match"
      label={WORDS.match}
      value={search.match}
      options={[
        ['all', WORDS.all],
        ['any', WORDS.any],
      ]}
    />
    <SelectField
      name="archived"
      label={WORDS.people}
      value={search.archived ? 'yes' : 'no'}
      options={[
        ['no', WORDS.present],
        ['yes', WORDS.archived],
      ]}
    />
    <SelectField name="sort" label={WORDS.sort} value={search.sort} options={Object.entries(SORT_WORDS)} />
  </Line>
);

const Line = ({ children }: { children: Child }) => <div class="line">{children}</div>;

type Labels = Pick<Choices, 'tags' | 'groups'>;

/** Tags and groups, each one click away. A script puts the counts there when they are known. */
const Hand = ({ tags, groups, ...attributes }: Labels & Record<`hx-${string}`, string>) => (
  <div id="hand" {...attributes}>
    <AtHand title={WORDS.atHand.tags} all={['/people/tags', WORDS.allTags]} empty={WORDS.noTags}>
      {tags.map((tag) => (
        <LabelLink label={tag} to={['tag.any', tag.id]} />
      ))}
    </AtHand>
    <AtHand title={WORDS.atHand.groups} all={['/people/groups', WORDS.allGroups]} empty={WORDS.noGroups}>
      {groups.map((group) => (
        <LabelLink label={group} to={['group.any', group.id]} />
      ))}
    </AtHand>
  </div>
);

/** The same with counts, for a script. */
export const countsPage = (labels: Labels): PageContent => ({ title: WORDS.title, main: <Hand {...labels} /> });

/** Labels that are one click away. */
const AtHand = ({
  title,
  all: [href, text],
  empty,
  children,
}: {
  title: string;
  all: [href: string, text: string];
  empty: string;
  children: Child[];
}) => (
  <div>
    <h3>{title}</h3>
    {children.length === 0 ? (
      <p class="quiet">{empty}</p>
    ) : (
      <ul class="hand">
        {children}
        <li>
          <a href={href}>{text}</a>
        </li>
      </ul>
    )}
  </div>
);

const LabelLink = ({ label: { name, count }, to }: { label: Label; to: Pair }) => (
  <li>
    <a href={pathOf({ pairs: [to] })}>
      <bdi>{name}</bdi> {count !== undefined && <span class="quiet">{countOf(count)}</span>}
    </a>
  </li>
);
