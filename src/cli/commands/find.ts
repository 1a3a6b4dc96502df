import { withShownNames } from '../../mcp/replies/shown-names.ts';
import { say } from '../../process/print.ts';
import { withClient } from '../../server/composition/open-client.ts';
import { answerJson, type JsonOption, wholeNumber } from '../input/arguments.ts';
import { sayTable } from '../output/table.ts';
import { inDayOf } from '../output/times.ts';

/** `kith find WORDS…`: lists matches for a question or some words, best first. Returns exit code 1 if there are none. */
export async function runFind(words: string[], { limit, json }: JsonOption & { limit: string }): Promise<number> {
  const take = wholeNumber('--limit', limit, 1, 50);
  const query = words.join(' ');
  return withClient(async (client) => {
    const [{ data }, zone] = await Promise.all([client.call('search', { query, take }), client.zone()]);
    const { results, pagination, warnings } = await withShownNames(client, data);
    const exitCode = results.length > 0 ? 0 : 1;
    if (json) return answerJson(data, exitCode);
    if (results.length === 0) await say(`Nothing matches "${query}".\n`);
    else {
      if (results.every(({ trashed }) => trashed)) await say('Found only in the trash:\n');
      else if (warnings.includes('weak_match')) await say('No record matches well. The closest:\n');
      await sayTable(
        [['Kind', 'whole'], ['Title', 'last'], ['Date', 'whole'], ['About', 'last'], 'Text'],
        results.map(({ kind, title, date, contacts, text, archived, trashed }) => [
          trashed ? `${kind}, in trash` : archived ? `${kind}, archived` : kind,
          title,
          date && inDayOf(date, zone),
          contacts.flatMap(({ full_name }) => full_name ?? []).join(', '),
          text === title ? null : text,
        ]),
      );
    }
    if (pagination.nextCursor && take < 50) await say(`More results: --limit ${Math.min(50, take * 2)}\n`);
    return exitCode;
  });
}
