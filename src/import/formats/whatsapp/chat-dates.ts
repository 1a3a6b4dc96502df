import { readDay } from '../../../vcard/dates.ts';

/** The three numbers of a date as written. */
export interface Numbers {
  parts: [string, string, string];
  separator: string;
  /** Whether the time had a word for AM or PM. */
  halves: boolean;
}

type Order = 'ymd' | 'dmy' | 'mdy';
interface Dated {
  numbers: Numbers;
  time: string;
}

/** WhatsApp was launched in 2009. */
const FIRST_YEAR = '2009';

/**
 * Each message's day, in the order of day, month and year that fits best: with the fewest impossible or future dates,
 * then the fewest steps back in time. Undefined for a message that does not fit.
 */
export function chatDates(lines: Dated[], latest: string): (string | undefined)[] {
  const orders = likeliest(lines).map((order) => {
    const days = lines.map(({ numbers }) => dayIn(order, numbers));
    const moments = days.map((day, index) => (day ? `${day}T${lines[index]!.time}` : ''));
    const impossible = moments.filter((at) => at === '' || at > latest || at < FIRST_YEAR).length;
    const backward = moments.filter((at, index) => index > 0 && at < moments[index - 1]!).length;
    return { days, faults: impossible * lines.length + backward };
  });
  const [best] = orders.sort((a, b) => a.faults - b.faults);
  return best?.days ?? [];
}

/** If nothing else decides, 5/6/23 is in May with AM and PM, as in America, and otherwise in June. */
function likeliest(lines: Dated[]): Order[] {
  const american = lines.some(
    ({ numbers }) => numbers.halves && numbers.separator === '/' && numbers.parts[2].length === 2,
  );
  return american ? ['mdy', 'dmy', 'ymd'] : ['dmy', 'mdy', 'ymd'];
}

function dayIn(order: Order, { parts: [a, b, c] }: Numbers): string | undefined {
  if (a.length > 2 && order !== 'ymd') return undefined;
  if (c.length > 2 && order === 'ymd') return undefined;
  const [year, month, day] = order === 'ymd' ? [a, b, c] : order === 'dmy' ? [c, b, a] : [c, a, b];
  const whole = year.length === 2 ? `20${year}` : year;
  return readDay(`${whole}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
}
