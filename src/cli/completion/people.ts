import { settings } from '../../process/environment.ts';
import { oneLine } from '../../process/print.ts';
import { withClient } from '../../server/composition/open-client.ts';
import { fold } from '../../shared/text/fold.ts';
import { isThereData } from '../doctor/data.ts';

/** Maximum number of completions. */
const OFFERED = 50;
/** Maximum number of names with the letters anywhere that are checked for a matching beginning. */
const LOOKED_AT = 200;

/**
 * Returns people whose names begin with the typed text, ignoring case and accents. Each completion keeps the typed text
 * and adds the rest of the name, so that every shell accepts it. Returns none for a remote service, because pressing Tab
 * should not send requests.
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

/** Returns the rest of a name after the typed text, or undefined if the name does not begin with it. */
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

/** Folds text but keeps a trailing space, which distinguishes a complete word from a prefix. */
const comparable = (text: string): string => `${fold(text)}${/\s$/.test(text) && text.trim() !== '' ? ' ' : ''}`;
