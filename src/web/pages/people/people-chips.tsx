import type { Child } from 'hono/jsx';
import { KeyField } from '../../layout/parts.tsx';
import type { View } from '../../people/find.ts';
import { filtersOf } from '../../people/pairs.ts';
import { paramsOf, pathOf, type Search } from '../../people/search.ts';
import { sentencesOf } from './filter-words.tsx';

const WORDS = {
  all: 'All of:',
  any: 'Any one of:',
  only: 'Only:',
  archived: 'Archived',
  remove: 'Remove this condition',
  clear: 'Show everybody',
  save: 'Save as a view',
  saveLead: 'A view keeps the conditions and the order under a name, at hand above the list and for assistants.',
  name: 'Name',
  saveButton: 'Save',
  changed: 'These are no longer the conditions of the view.',
  update: 'Save them in the view',
};

type Names = ReadonlyMap<string, string>;

interface Shown {
  search: Search;
  names: Names;
  /** The view that it began with, and whether it is still what it asks for. */
  view?: { view: View; isChanged: boolean } | undefined;
  /** A name that could not be taken. */
  refused?: { name: string } | undefined;
}

/** The conditions in words, each of which can be taken away; then a way to keep them. */
export function Chips({ search, names, view, refused }: Shown) {
  const chips = chipsOf(search, names);
  if (chips.length === 0) return null;
  const isAny = search.match === 'any' && search.pairs.length > 1;
  return (
    <>
      <p class="quiet small" id="conditions">
        {chips.length === 1 ? WORDS.only : isAny ? WORDS.any : WORDS.all}
      </p>
      <ul class="labels" aria-labelledby="conditions">
        {chips.map(({ text, without }) => (
          <li>
            <span>{text}</span>
            <a class="remove" href={without}>
              <span class="unseen">
                {WORDS.remove}: {text}
              </span>
              <span aria-hidden="true">✕</span>
            </a>
          </li>
        ))}
        {chips.length > 1 && (
          <li class="bare">
            <a href={pathOf({ q: search.q })}>{WORDS.clear}</a>
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
    </>
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

function chipsOf(search: Search, names: Names): { text: Child; without: string }[] {
  const { pairs, also, archived } = search;
  const fromPairs = pairs.flatMap((pair) =>
    (filtersOf([pair]) ?? []).flatMap((filter) =>
      sentencesOf(filter, names).map((text) => ({
        text,
        without: pathOf({ ...search, pairs: pairs.filter((one) => one !== pair) }),
      })),
    ),
  );
  const fromView = Object.entries(also).flatMap(([key, value]) => {
    const { [key as keyof typeof also]: _, ...others } = also;
    const sentences = sentencesOf({ [key]: value }, names);
    return sentences.map((text) => ({ text, without: pathOf({ ...search, also: others }) }));
  });
  const ofArchived = archived ? [{ text: WORDS.archived, without: pathOf({ ...search, archived: false }) }] : [];
  return [...ofArchived, ...fromPairs, ...fromView];
}
