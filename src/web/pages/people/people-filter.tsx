import type { Child } from 'hono/jsx';
import { Field, type FieldErrors, SelectField } from '../../layout/fields.tsx';
import type { PageContent } from '../../layout/page.tsx';
import { LINK_MODES, OLDER_MONTHS, TIME_HOWS } from '../../people/pairs.ts';
import type { Search } from '../../people/search.ts';
import { SPANS } from '../../words/frequencies.ts';
import {
  FLAG_WORDS,
  OPERATOR_WORDS,
  PRESENCE_WORDS,
  TEXT_WORDS,
  TIME_WORDS,
  WHOLE_WORDS,
  FILTER as WORDS,
} from '../../words/people-filter.ts';
import { LIST_TARGET } from './in-place.ts';

/** Options of the filter fields. */
export interface Choices {
  tags: Label[];
  groups: Label[];
  fields: { id: string; name: string }[];
}
export interface Label {
  id: string;
  name: string;
  /** The number of people with it, if counted. */
  count?: number;
}

interface Shown {
  search: Search;
  choices: Choices;
  /** Rejected input, with the reason. */
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

const HAS_OR_LACKS: Options = [
  NONE,
  ...Object.entries(PRESENCE_WORDS).flatMap(([name, text]): Options => {
    const part = name.slice('has_'.length);
    return [
      [`has.${part}`, WORDS.has(text)],
      [`lacks.${part}`, WORDS.lacks(text)],
    ];
  }),
];
const SEEN: Options = [
  NONE,
  ...OLDER_MONTHS.map((months): Options[number] => [`${months}m`, WORDS.seenIn(months)]),
  ['never', WORDS.seenNever],
];
const MODES: Options = LINK_MODES.map((mode) => [mode, WORDS.links[mode]]);
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

/** A few filters that apply at once, and all others. They belong to the search form. */
export function FilterPanel({ search, choices, typed }: Shown) {
  const field = (name: string) => ({
    name: `new-${name}`,
    value: typed?.values.get(`new-${name}`) ?? '',
    error: typed?.errors[`new-${name}`],
    autocomplete: 'off',
  });
  const select = (name: string, label: string, options: Options, more = {}) => (
    <SelectField {...field(name)} label={label} options={options} {...more} />
  );
  return (
    <section id="panel" class="card" aria-labelledby="panel-title">
      <header class="heading">
        <h2 id="panel-title">{WORDS.title}</h2>
        <button type="button" class="plain" data-close-panel data-script aria-label={WORDS.close}>
          ✕
        </button>
      </header>
      <div
        id="short"
        class="line"
        hx-get="/people"
        hx-include="#state,#q,#sort,#short"
        hx-trigger="change"
        hx-push-url="true"
        {...LIST_TARGET}
      >
        {select('tag', WORDS.tag, optionsOf(choices.tags), { autofocus: true })}
        {select('group', WORDS.group, optionsOf(choices.groups))}
        <Field {...field('place')} label={WORDS.location} maxlength={500} />
        {select('seen', WORDS.seen, SEEN)}
        {select('has', WORDS.presence, HAS_OR_LACKS)}
      </div>
      <details open={typed !== undefined}>
        <summary>{WORDS.more}</summary>
        <div class="more-filters">
          <WholeList search={search} />
          <Line>
            {select('flag', WORDS.flag, FLAGS)}
            {select('tag-how', WORDS.tagHow, MODES)}
            {select('group-how', WORDS.groupHow, MODES)}
          </Line>
          <Line>
            {select('text-in', WORDS.textIn, TEXTS)}
            <Field {...field('text')} label={WORDS.text} maxlength={500} />
          </Line>
          <Line>
            {select('time', WORDS.time, [NONE, ...Object.entries(TIME_WORDS)])}
            {select(
              'time-how',
              WORDS.timeHow,
              TIME_HOWS.map((one) => [one, WORDS.timeHows[one]]),
            )}
            <Field {...field('day')} label={WORDS.day} type="date" />
          </Line>
          <Line>
            {select('frequency', WORDS.frequency, [NONE, ...SPANS])}
            {select('birthday', WORDS.birthday, [NONE, ...MONTHS])}
          </Line>
          {choices.fields.length > 0 && (
            <Line>
              {select('field', WORDS.field, optionsOf(choices.fields))}
              {select('field-how', WORDS.fieldHow, FIELD_OPERATORS)}
              <Field {...field('field-text')} label={WORDS.fieldText} maxlength={500} />
            </Line>
          )}
          <p class="actions">
            <a href="/people/tags">{WORDS.allTags}</a>
            <a href="/people/groups">{WORDS.allGroups}</a>
          </p>
        </div>
      </details>
      {/* A click sends the form as without a script: an error is shown at its field. */}
      <div class="actions">
        <button class="primary" type="submit" data-leaves>
          {WORDS.apply}
        </button>
      </div>
    </section>
  );
}

/** Options of the whole list. */
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
  </Line>
);

const Line = ({ children }: { children: Child }) => <div class="line">{children}</div>;

/** Suggestions for a field for a tag or group. */
export const labelNamesPage = ({ tags, groups }: Pick<Choices, 'tags' | 'groups'>): PageContent => ({
  title: WORDS.title,
  main: (
    <>
      <datalist id="known-tags">
        {tags.map(({ name }) => (
          <option value={name}></option>
        ))}
      </datalist>
      <datalist id="known-groups">
        {groups.map(({ name }) => (
          <option value={name}></option>
        ))}
      </datalist>
    </>
  ),
});
