const DAY: Intl.DateTimeFormatOptions = { dateStyle: 'medium' };
const MOMENT: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' };

/** The day of an instant in the zone of who reads it, or its minute. */
export const Time = ({ at, zone, exact }: { at: string; zone: string; exact?: boolean }) => (
  <time datetime={at}>
    {new Intl.DateTimeFormat('en-US', { ...(exact ? MOMENT : DAY), timeZone: zone }).format(new Date(at))}
  </time>
);
