import { groupsText } from '../../duplicates/groups.ts';
import type { Message, PageContent } from '../../layout/page.tsx';
import { KeyField, MoreLink } from '../../layout/parts.tsx';
import type { Person } from '../../services/services.ts';
import { DUPLICATES, LIST as WORDS } from '../../words/duplicates.ts';
import {
  type Counts,
  type Duplicate,
  DuplicateList,
  type DuplicatesPage,
  FirstDuplicates,
  IN_TOAST,
  MERGE,
} from './duplicate-rows.tsx';

export interface FoundDuplicates {
  page: DuplicatesPage;
  /** Undefined on later pages. */
  counts: Counts | undefined;
  /** Certain suggestions that one button merges. None on later pages. */
  certain: string[][];
}

interface Shown {
  person: Person;
  message?: Message | undefined;
}

const LIST = '/duplicates/list';
/** One request merges this many. The server finds the others. */
const IN_FORM = 50;

const page = ({ person, message }: Shown) => ({
  title: DUPLICATES.title,
  email: person.email,
  here: '/duplicates',
  width: 'full' as const,
  message,
});

/** Suggested duplicates, most certain first. */
export const duplicatesPage = (shown: Shown & { found: FoundDuplicates }): PageContent => ({
  ...page(shown),
  main: (
    <>
      <Heading />
      <Found {...shown.found} />
    </>
  ),
});

/** The same page before the suggestions are known: a script loads them, otherwise the browser opens `wait`. */
export const comparingPage = (
  shown: Shown & { people: number; of: string; wait: string; first: Duplicate[] },
): PageContent => ({
  ...page(shown),
  refreshSeconds: 0,
  refreshTo: shown.wait,
  main: (
    <>
      <Heading />
      <section id="found" hx-get={`${LIST}?${new URLSearchParams({ of: shown.of })}`} hx-trigger="load" {...REPLACED}>
        <div class="card" aria-busy="true">
          <p role="status">
            <strong>{WORDS.comparing(shown.people)}</strong> <span class="quiet">{WORDS.wait}</span>
          </p>
          <progress aria-label={WORDS.comparing(shown.people)}></progress>
        </div>
        {shown.first.length > 0 && <FirstDuplicates duplicates={shown.first} />}
      </section>
    </>
  ),
});

/** Only the suggestions, for a page that has the rest. */
export const foundPart = (found: FoundDuplicates): PageContent => ({
  title: DUPLICATES.title,
  main: <Found {...found} />,
});

const REPLACED = { 'hx-target': '#found', 'hx-select': '#found', 'hx-swap': 'outerHTML ignoreTitle:true' };

const Heading = () => (
  <header>
    <h1>{DUPLICATES.title}</h1>
    <p class="quiet">{DUPLICATES.lead}</p>
  </header>
);

function Found({ page: { duplicates, pagination }, counts, certain }: FoundDuplicates) {
  return (
    <section
      id="found"
      aria-label={DUPLICATES.title}
      tabindex={-1}
      hx-get={LIST}
      hx-trigger="kith:merged from:body"
      {...REPLACED}
    >
      {certain.length > 0 && <MergeCertain groups={certain} />}
      {duplicates.length === 0 ? (
        <div class="card">
          <h2>{DUPLICATES.nobody}</h2>
          <p class="quiet">{WORDS.empty}</p>
          <p>
            <a class="button" href="/people">
              {WORDS.people}
            </a>
          </p>
        </div>
      ) : (
        <DuplicateList duplicates={duplicates} counts={counts} />
      )}
      <p class="actions">
        {pagination.nextCursor && <MoreLink path="/duplicates" cursor={pagination.nextCursor} />}
        {!counts && <a href="/duplicates">{WORDS.start}</a>}
      </p>
    </section>
  );
}

/** One button for all certain suggestions. The form names the first ones, so that it merges them once. */
const MergeCertain = ({ groups }: { groups: string[][] }) => (
  <form class="beside" method="post" action={MERGE} data-certain {...IN_TOAST}>
    <KeyField />
    <input type="hidden" name="groups" value={groupsText(groups.slice(0, IN_FORM))} />
    {groups.length > IN_FORM && <input type="hidden" name="more" value="certain" />}
    <button class="primary" type="submit">
      {WORDS.certain(groups.length)}
    </button>
    <span class="quiet small">{WORDS.certainLead}</span>
  </form>
);
