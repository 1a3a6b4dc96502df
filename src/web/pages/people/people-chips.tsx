import type { Child } from 'hono/jsx';
import { KeyField } from '../../layout/parts.tsx';
import type { View } from '../../people/find.ts';
import { filtersOf, olderMonths, type Pair } from '../../people/pairs.ts';
import { paramsOf, type Search } from '../../people/search.ts';
import { CHIPS as WORDS } from '../../words/people.ts';
import { sentencesOf } from './filter-words.tsx';
import { linkTo } from './in-place.ts';

type Names = ReadonlyMap<string, string>;

interface Shown {
  search: Search;
  names: Names;
  /** The view that it began with, and whether its conditions differ now. */
  view?: { view: View; isChanged: boolean } | undefined;
  /** A name of a view that was refused. */
  refused?: { name: string } | undefined;
}

/** The conditions as chips, each with a link that removes it, and a form that saves them as a view. */
export function Chips({ search, names, view, refused }: Shown) {
  const chips = chipsOf(search, names);
  if (chips.length === 0) return null;
  const isAny = search.match === 'any' && search.pairs.length > 1;
  return (
    <div class="chips">
      {chips.length > 1 && (
        <span class="quiet small" id="conditions">
          {isAny ? WORDS.any : WORDS.all}
        </span>
      )}
      <ul class="labels" aria-labelledby={chips.length > 1 ? 'conditions' : undefined}>
        {chips.map(({ text, without }, index) => (
          <li>
            <span>{text}</span>
            <a class="remove" id={`chip-${index}`} {...linkTo(without)}>
              <span class="unseen">
                {WORDS.remove}: {text}
              </span>
              <span aria-hidden="true">✕</span>
            </a>
          </li>
        ))}
        {chips.length > 1 && (
          <li class="bare">
            <a id="chips-clear" {...linkTo({ q: search.q, sort: search.sort, isReversed: search.isReversed })}>
              {WORDS.clear}
            </a>
          </li>
        )}
      </ul>
      {view?.isChanged && <UpdateView search={search} view={view.view} />}
      {(!view || view.isChanged) && (
        <details open={refused !== undefined}>
          <summary>{WORDS.save}</summary>
          <form class="field" method="post" action="/people/views">
            <KeyField />
            <State search={{ ...search, from: undefined }} />
            <p class="quiet small">{WORDS.saveLead}</p>
            <label for="view-name">{WORDS.name}</label>
            <div class="beside">
              <input
                id="view-name"
                name="view-name"
                value={refused?.name}
                required
                maxlength={200}
                autocomplete="off"
                dir="auto"
              />
              <button type="submit">{WORDS.saveButton}</button>
            </div>
          </form>
        </details>
      )}
    </div>
  );
}

const UpdateView = ({ search, view }: { search: Search; view: View }) => (
  <form class="actions" method="post" action={`/people/views/${encodeURIComponent(view.id)}/filter`}>
    <KeyField />
    <State search={search} />
    <p class="quiet small">{WORDS.changed}</p>
    <button type="submit">
      <span>
        {WORDS.update} “<bdi>{view.name}</bdi>”
      </span>
    </button>
  </form>
);

/** A search as hidden fields. */
export const State = ({ search }: { search: Search }) => (
  <>
    {[...paramsOf(search)].map(([name, value]) => (
      <input type="hidden" name={name} value={value} />
    ))}
  </>
);

function chipsOf(search: Search, names: Names): { text: Child; without: Search }[] {
  const { pairs, also, archived } = search;
  const fromPairs = pairs.flatMap((pair) =>
    sentencesOfPair(pair, names).map((text) => ({
      text,
      without: { ...search, pairs: pairs.filter((one) => one !== pair) },
    })),
  );
  const fromView = Object.entries(also).flatMap(([key, value]) => {
    const { [key as keyof typeof also]: _, ...others } = also;
    const sentences = sentencesOf({ [key]: value }, names);
    return sentences.map((text) => ({ text, without: { ...search, also: others } }));
  });
  const ofArchived = archived ? [{ text: WORDS.archived, without: { ...search, archived: false } }] : [];
  return [...ofArchived, ...fromPairs, ...fromView];
}

function sentencesOfPair(pair: Pair, names: Names): Child[] {
  const months = pair[0] === 'last_seen_at.older' ? olderMonths(pair[1]) : undefined;
  if (months !== undefined) return [WORDS.notSeenIn(months)];
  return (filtersOf([pair]) ?? []).flatMap((filter) => sentencesOf(filter, names));
}
