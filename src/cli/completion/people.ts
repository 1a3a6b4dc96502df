import { settings } from '../../process/environment.ts';
import { oneLine } from '../../process/print.ts';
import { withClient } from '../../server/composition/open-client.ts';
import { fold } from '../../shared/text/fold.ts';
import { isThereData } from '../doctor/data.ts';

/** So many are offered at once. */
const OFFERED = 50;
/** Of the names that hold the letters somewhere, so many are looked at for those that begin with them. */
const LOOKED_AT = 200;

/**
 * The people whose names begin with what is typed, case and accents aside: what is typed stands as it is, and the rest
 * of the name follows, so that every shell takes it for a completion. None of a remote service, which a key on the
 * keyboard should not call.
 */
export async function peopleBeginning(before: readonly string[], typed: string): Promise<[string, string][]> {
  if (settings.KITH_BASE_URL || !isThereData()) return [];
  const lead = before.length === 0 ? '' : `${before.join(' ')} `;
  return withClient(async (client) => {
    const name = fold(lead + typed);
    const { data } = await client.call('filter_contacts', {
      where: name === '' ? {} : { name },
      include: { contact_emails: true },
      take: LOOKED_AT,
    });
    const found = new Map<string, string>();
    for (const { full_name, company, job_title, contact_emails } of data.contacts) {
      const rest = restOf(oneLine(full_name ?? ''), lead + typed);
      if (rest === undefined || typed + rest === '') continue;
      found.set(typed + rest, oneLine(company ?? job_title ?? contact_emails?.[0]?.email ?? ''));
    }
    return [...found].sort().slice(0, OFFERED);
  });
}

/** What follows in a name on the letters typed; undefined where it does not begin with them. */
export function restOf(name: string, typed: string): string | undefined {
  const wanted = comparable(typed);
  if (wanted === '') return name;
  let read = '';
  for (const { segment, index } of new Intl.Segmenter().segment(name)) {
    read = comparable(name.slice(0, index + segment.length));
    if (read === wanted) return name.slice(index + segment.length);
    if (!wanted.startsWith(read)) return undefined;
  }
  return undefined;
}

/** Folded, with the space at its end, which tells a whole word from the beginning of one. */
const comparable = (text: string): string => `${fold(text)}${/\s$/.test(text) && text.trim() !== '' ? ' ' : ''}`;
