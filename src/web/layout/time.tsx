import { dateFormat } from './dates.ts';

const WORDS = { used: 'last used', unused: 'not used yet' };

const DAY: Intl.DateTimeFormatOptions = { dateStyle: 'medium' };
const MOMENT: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' };

/** The day of a moment where the person lives; `exact` adds the minute. */
export const Time = ({ at, zone, exact }: { at: string; zone: string; exact?: boolean }) => (
  <time datetime={at}>{dateFormat({ ...(exact ? MOMENT : DAY), timeZone: zone }).format(new Date(at))}</time>
);

export interface UsesProps {
  /** What comes before the moment it was made. */
  since: string;
  at: string;
  used: string | null;
  zone: string;
}

/** Since when it is there, and when it was last used. */
export const Uses = ({ since, at, used, zone }: UsesProps) => (
  <p class="quiet small">
    {since} <Time at={at} zone={zone} />
    {used === null ? `, ${WORDS.unused}` : [`, ${WORDS.used} `, <Time at={used} zone={zone} exact />]}
  </p>
);
