import { largest } from '../../../shared/lists.ts';
import { dateFormat } from '../../layout/dates.ts';
import type { History } from '../../people/read-person.ts';
import { CONTACT_CHART as WORDS } from '../../words/person.ts';

/** A chart of fewer dates shows nothing. */
const MIN_DATES = 3;
const MAX_MONTHS = 36;
/** Units of the drawing: a bar with its gap, a bar, and the highest bar. */
const STEP = 8;
const BAR = 6;
const HEIGHT = 40;
/** Keeps one entry among many visible. */
const MIN_HEIGHT = 3;

/** Contact per month, or per quarter if there are more than three years of it. */
export function Sparkline({ history: { dates, of }, now }: { history: History; now: string }) {
  const past = dates.filter((date) => date <= now).sort();
  if (past.length < MIN_DATES) return null;
  const months = monthOf(now) - monthOf(past[0]!) + 1;
  const size = months > MAX_MONTHS ? 3 : 1;
  const first = Math.floor(monthOf(past[0]!) / size);
  const counts = new Array<number>(Math.floor(monthOf(now) / size) - first + 1).fill(0);
  for (const date of past) counts[Math.floor(monthOf(date) / size) - first]! += 1;
  const most = largest(counts);
  return (
    <figure class="sparkline">
      <svg
        viewBox={`0 0 ${counts.length * STEP} ${HEIGHT}`}
        height={HEIGHT}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {counts.map((count, index) => {
          const height = count === 0 ? 1 : Math.max(MIN_HEIGHT, Math.round((count / most) * HEIGHT));
          return <rect x={index * STEP} y={HEIGHT - height} width={BAR} height={height} />;
        })}
      </svg>
      <figcaption class="quiet small">
        {WORDS.title}: {yearsOf(past)}; {WORDS.most(monthName((first + counts.indexOf(most)) * size, size), most)}.{' '}
        {WORDS[of](dates.length)}
      </figcaption>
    </figure>
  );
}

/** Months since year 0. */
const monthOf = (date: string): number => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;

function yearsOf(dates: string[]): string {
  const years = new Map<string, number>();
  for (const date of dates) years.set(date.slice(0, 4), (years.get(date.slice(0, 4)) ?? 0) + 1);
  return [...years].map(([year, count]) => WORDS.year(year, count)).join(', ');
}

/** A month's name, or a quarter's first and last months. */
function monthName(month: number, size: number): string {
  const date = (number: number) => new Date(Date.UTC(Math.floor(number / 12), number % 12));
  const format = dateFormat({ month: 'short', year: 'numeric', timeZone: 'UTC' });
  return size === 1 ? format.format(date(month)) : format.formatRange(date(month), date(month + size - 1));
}
