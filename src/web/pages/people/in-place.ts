import { pathOf, type Search } from '../../people/search.ts';

/** Where the answer to a changed search goes: the list, its count, and the fields that keep the search. */
export const LIST_TARGET = {
  'hx-target': '#found',
  'hx-select': '#found',
  'hx-select-oob': '#told:innerHTML,#state:innerHTML,#lists-here:outerHTML',
  'hx-swap': 'outerHTML',
  // The last change counts: an earlier search that arrives late would replace its link, and lose it.
  'hx-sync': '#main:replace',
};

/** A link to a search that, with a script, changes the list in place. */
export function linkTo(search: Partial<Search>) {
  const href = pathOf(search);
  return { href, 'hx-get': href, 'hx-push-url': 'true', ...LIST_TARGET };
}
