import { USES as WORDS } from '../words/layout.ts';
import { dateFormat } from './dates.ts';

const DAY: Intl.DateTimeFormatOptions = { dateStyle: 'medium' };
const MOMENT: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' };

/** Formats the day of a time in the user's time zone; `exact` adds the time of day. */
export const Time = ({ at, zone, exact }: { at: string; zone: string; exact?: boolean }) => (
  <time datetime={at}>{dateFormat({ ...(exact ? MOMENT : DAY), timeZone: zone }).format(new Date(at))}</time>
);

export interface UsesProps {
  /** Text before the time of creation. */
  since: string;
  at: string;
  used: string | null;
  zone: string;
}

/** When a credential was created and last used. */
export const Uses = ({ since, at, used, zone }: UsesProps) => (
  <p class="quiet small">
    {since} <Time at={at} zone={zone} />
    {used === null ? `, ${WORDS.unused}` : [`, ${WORDS.used} `, <Time at={used} zone={zone} exact />]}
  </p>
);
