import { readDay } from '../../../vcard/dates.ts';

/** The three numbers of a date, as a phone wrote them. */
export interface Numbers {
  parts: [string, string, string];
  separator: string;
  /** Whether the time had a word for forenoon or afternoon. */
  halves: boolean;
}

type Order = 'ymd' | 'dmy' | 'mdy';
interface Dated {
  numbers: Numbers;
  time: string;
}

/** WhatsApp began in 2009. */
const FIRST_YEAR = '2009';

/**
 * The day of each message, in the one order of day, month and year that fits all: where it leaves no day that does not exist
 * or lies ahead, and goes back in time least. Undefined for a message that no order fits.
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

/** Where nothing else tells, 5/6/23 is May with AM and PM, as in America, and else June. */
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
