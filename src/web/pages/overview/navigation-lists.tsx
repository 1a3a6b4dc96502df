import type { PageContent } from '../../layout/page.tsx';
import { pathOf } from '../../people/search.ts';
import { FRAME } from '../../words/frame.ts';

export interface Lists {
  views: { id: string; name: string; emoji: string | null }[];
  /** The tags of most contacts first. */
  tags: { id: string; name: string; count: number }[];
}

export interface Counts {
  today: number;
  people: number;
  /** Undefined unless the duplicates page counted them recently. */
  duplicates: number | undefined;
}

/** Saved views and the largest tags. */
export const NavigationLists = ({ views, tags }: Lists) => (
  <>
    <h2>{FRAME.views}</h2>
    <ul class="places">
      <li>
        <a href={pathOf({ pairs: [['starred', 'yes']] })}>★ {FRAME.starred}</a>
      </li>
      {views.map(({ id, name, emoji }) => (
        <li>
          <a href={`/people?view=${encodeURIComponent(id)}`}>
            {emoji} <bdi>{name}</bdi>
          </a>
        </li>
      ))}
    </ul>
    {tags.length > 0 && (
      <>
        <h2>{FRAME.tags}</h2>
        <ul class="places">
          {tags.map(({ id, name, count }) => (
            <li>
              <a href={pathOf({ pairs: [['tag.any', id]] })}>
                <bdi>{name}</bdi> <span class="count">{count.toLocaleString('en-US')}</span>
              </a>
            </li>
          ))}
        </ul>
      </>
    )}
  </>
);

/** The fragment that navigation loads after the page: see layout/navigation.tsx. */
export const navigationPage = (lists: Lists, { today, people, duplicates }: Counts): PageContent => ({
  title: FRAME.navigation,
  main: (
    <>
      <Count of="today" count={today} />
      <Count of="people" count={people} />
      <Count of="duplicates" count={duplicates} />
      <div id="lists">
        <NavigationLists {...lists} />
      </div>
    </>
  ),
});

const Count = ({ of, count = 0 }: { of: string; count: number | undefined }) => (
  <span class="count" id={`count-${of}`}>
    {count > 0 && count.toLocaleString('en-US')}
  </span>
);
