import { dateFormat } from '../dates.ts';

const DAY: Intl.DateTimeFormatOptions = { dateStyle: 'medium' };
const MOMENT: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' };

/** The day of a moment where the person lives; `exact` adds the minute. */
export const Time = ({ at, zone, exact }: { at: string; zone: string; exact?: boolean }) => (
  <time datetime={at}>{dateFormat({ ...(exact ? MOMENT : DAY), timeZone: zone }).format(new Date(at))}</time>
);

/** Since when it is there, and when it was last used. */
export const Uses = ({ since, at, used, unused = '', zone }: Record<'since' | 'at', string> & UsesEnd) => (
  <p class="quiet small">
    {since} <Time at={at} zone={zone} />
    {used.at === null ? `, ${unused}` : [`, ${used.words} `, <Time at={used.at} zone={zone} exact />]}
  </p>
);

interface UsesEnd {
  used: { words: string; at: string | null };
  unused?: string;
  zone: string;
}
