import { largest } from '../../../shared/lists.ts';
import { dateFormat } from '../../layout/dates.ts';
import type { History } from '../../people/read-person.ts';

const WORDS = {
  title: 'Contact over the years',
  year: (year: string, count: number) => `${year}: ${count}`,
  most: (time: string, count: number) => `most in ${time}: ${count}`,
  all: () => 'All that is told below is counted.',
  notes: () => 'All notes are counted, without e-mails and events.',
  'latest notes': (count: number) => `The last ${count} notes are counted, without e-mails and events.`,
};

/** Fewer say nothing. */
const FEWEST = 3;
const MOST_MONTHS = 36;
/** Of the drawing: a bar with the room beside it, and the highest. */
const STEP = 8;
const BAR = 6;
const HEIGHT = 40;
/** So that one entry among many can be seen. */
const LOWEST = 3;

/** How often there was contact, by months, or by quarters where that is more than three years. */
export function Sparkline({ history: { dates, of }, now }: { history: History; now: string }) {
  const past = dates.filter((date) => date <= now).sort();
  if (past.length < FEWEST) return null;
  const months = monthOf(now) - monthOf(past[0]!) + 1;
  const size = months > MOST_MONTHS ? 3 : 1;
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
          const height = count === 0 ? 1 : Math.max(LOWEST, Math.round((count / most) * HEIGHT));
          return <rect x={index * STEP} y={HEIGHT - height} width={BAR} height={height} />;
        })}
      </svg>
      <figcaption class="quiet small">
        {WORDS.title}: {yearsOf(past)}; {WORDS.most(named((first + counts.indexOf(most)) * size, size), most)}.{' '}
        {WORDS[of](dates.length)}
      </figcaption>
    </figure>
  );
}

/** Months since the year 0. */
const monthOf = (date: string): number => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;

function yearsOf(dates: string[]): string {
  const years = new Map<string, number>();
  for (const date of dates) years.set(date.slice(0, 4), (years.get(date.slice(0, 4)) ?? 0) + 1);
  return [...years].map(([year, count]) => WORDS.year(year, count)).join(', ');
}

/** A month, or the first and last of a quarter. */
function named(month: number, size: number): string {
  const date = (number: number) => new Date(Date.UTC(Math.floor(number / 12), number % 12));
  const format = dateFormat({ month: 'short', year: 'numeric', timeZone: 'UTC' });
  return size === 1 ? format.format(date(month)) : format.formatRange(date(month), date(month + size - 1));
}
