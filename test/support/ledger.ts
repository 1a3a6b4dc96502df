import { randomUUID } from 'node:crypto';
import { rows, withDatabase } from './data-folder.ts';
import type { Api } from './service.ts';

/** One write, recorded outside the database before it is sent. */
interface Entry {
  kind: 'contact' | 'note';
  /** A word that no other record has. */
  word: string;
  key: string;
  path: string;
  body: object;
  /** The id in the response, undefined before it arrives. */
  id?: string;
}

/** Requested and acknowledged writes, for comparison with the data on disk. */
export class Ledger {
  readonly entries: Entry[] = [];

  get unanswered(): Entry[] {
    return this.entries.filter(({ id }) => id === undefined);
  }

  next(): Entry {
    const word = `w${randomUUID().replaceAll('-', '')}`;
    const entry: Entry =
      this.entries.length % 2 === 0
        ? { kind: 'contact', word, key: randomUUID(), path: '/v2/contacts', body: contactOf(word) }
        : {
            kind: 'note',
            word,
            key: randomUUID(),
            path: '/v2/timeline/notes',
            body: { note: { note: `met ${word}` } },
          };
    this.entries.push(entry);
    return entry;
  }

  /** Sends a write, always under the same key. Rejects if the service dies first. */
  async send(api: Api, entry: Entry): Promise<void> {
    const { status, body } = await api.post(entry.path, entry.body, { key: entry.key });
    if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
    entry.id = body.data[entry.kind].id;
  }

  /** Describes how the data differs from the acknowledged writes. Every entry must have been answered. */
  differences(dataDir: string): string[] {
    return withDatabase(dataDir, (database) => {
      const idsOf = (sql: string) => rows(database, sql).map(({ id }) => String(id));
      const found = {
        contact: idsOf('select id from contacts'),
        note: idsOf('select id from timeline_items'),
      };
      const acknowledged = new Set(this.entries.map(({ id }) => id));
      const surplus = [...found.contact, ...found.note].filter((id) => !acknowledged.has(id));
      const problems = surplus.map((id) => `${id} is there and was never acknowledged`);
      for (const { kind, id, word } of this.entries) {
        if (!found[kind].includes(id!)) problems.push(`${kind} ${id} is gone`);
        const hits = rows(database, WORD_SEARCH[kind], `"${word}"`);
        if (hits.length !== 1 || hits[0]!.id !== id) problems.push(`${kind} ${id} is not found by its word`);
        if (kind !== 'contact') continue;
        const emails = rows(database, 'select email from contact_emails where contact_id = ? order by ranking', id!);
        if (emails.length !== emailsOf(word).length) problems.push(`contact ${id} has ${emails.length} of its e-mails`);
      }
      return problems;
    });
  }
}

const emailsOf = (word: string) => [1, 2, 3].map((number) => `${word}@${number}.example`);

const contactOf = (word: string) => ({
  full_name: `Person ${word}`,
  contact_emails: emailsOf(word).map((email) => ({ email })),
});

const wordSearch = (kind: string) =>
  `select id from ${kind}_words cross join ${kind}_search on words_row = ${kind}_words.rowid where ${kind}_words match ?`;
const WORD_SEARCH = { contact: wordSearch('contact'), note: wordSearch('note') };
