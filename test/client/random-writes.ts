import { randomUUID } from 'node:crypto';
import type { Client } from '../../src/client/client.ts';
import { KithError } from '../../src/shared/error.ts';
import { all } from '../support/all-pages.ts';
import type { Json } from '../support/people.ts';

// Random writes by several concurrent callers, each with a model of the acknowledged results. A caller waits for each
// response, so its model is exact. Any difference at the end was lost, doubled, or done without acknowledgment.

interface Person {
  id: string;
  name: string;
  company: string | null;
  emails: string[];
}

/** The acknowledged data of one caller. */
interface Model {
  people: Person[];
  notes: Map<string, string>;
  tags: Map<string, string>;
}

export interface WriteTally {
  acknowledged: number;
  /** Responses replayed from the service's record of an earlier attempt. */
  replayed: number;
  /** Calls with an unknown outcome that were repeated under the key from the error. */
  repeated: number;
}

type Call = Client['call'];

export class RandomWrites {
  readonly tally: WriteTally = { acknowledged: 0, replayed: 0, repeated: 0 };
  readonly #models: Model[] = [];
  readonly #client: Client;
  readonly #random: () => number;
  #words = 0;
  #stopped = false;

  constructor(client: Client, random: () => number) {
    this.#client = client;
    this.#random = random;
  }

  async run(writes: number, callers = 10): Promise<void> {
    let left = writes;
    const work = async (): Promise<void> => {
      const model: Model = { people: [], notes: new Map(), tags: new Map() };
      this.#models.push(model);
      while (left-- > 0 && !this.#stopped) await this.#write(model);
    };
    const caller = () =>
      work().catch((error) => {
        // One failure stops all callers, because the others would not stop on their own.
        this.stop();
        throw error;
      });
    const settled = await Promise.allSettled(Array.from({ length: callers }, caller));
    const failed = settled.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
    if (failed) throw failed.reason;
  }

  /** Starts no more calls and lets running ones finish. */
  stop(): void {
    this.#stopped = true;
  }

  /** Repeats one call until it is acknowledged. */
  readonly #call: Call = async (name, args, options) => {
    try {
      const result = await this.#client.call(name, args, options);
      this.tally.acknowledged++;
      if (result.replayed) this.tally.replayed++;
      return result;
    } catch (error) {
      if (!(error instanceof KithError) || error.status < 429 || this.#stopped) throw error;
      this.tally.repeated++;
      // The error names the key if the outcome is unknown. Without a key, nothing was done.
      const key = error.details?.idempotency_key as string | undefined;
      return this.#call(name, args, { ...options, idempotencyKey: key ?? options?.idempotencyKey ?? randomUUID() });
    }
  };

  async #write(model: Model): Promise<void> {
    const person = this.#pick(model.people);
    const choice = this.#random();
    if (!person || choice < 0.25) return this.#createContact(model);
    if (choice < 0.4) return this.#createNote(model, person);
    if (choice < 0.55) return this.#updateContact(person);
    if (choice < 0.7) return this.#addEmail(person);
    if (choice < 0.78) return this.#bulkCreate(model);
    if (choice < 0.86) return this.#createTag(model);
    if (choice < 0.94) return this.#deleteContact(model, person);
    return model.notes.size > 0 ? this.#deleteNote(model) : this.#createNote(model, person);
  }

  async #createContact({ people }: Model): Promise<void> {
    const name = this.#word();
    const { data } = await this.#call('create_contact', { full_name: name });
    people.push({ id: data.contact.id, name, company: null, emails: [] });
  }

  async #bulkCreate({ people }: Model): Promise<void> {
    const names = [this.#word(), this.#word(), this.#word()];
    const { data } = await this.#call('bulk_create_contacts', { contacts: names.map((full_name) => ({ full_name })) });
    for (const [index, { id }] of data.contacts.entries()) {
      people.push({ id: id!, name: names[index]!, company: null, emails: [] });
    }
  }

  async #updateContact(person: Person): Promise<void> {
    const company = this.#word();
    await this.#call('update_contact', { contactId: person.id, company });
    person.company = company;
  }

  async #addEmail(person: Person): Promise<void> {
    const email = `${this.#word()}@example.com`;
    await this.#call('add_contact_email', { contactId: person.id, email });
    person.emails.push(email);
  }

  async #createNote({ notes }: Model, person: Person): Promise<void> {
    const note = this.#word();
    // Not linked to the person, or it would be deleted with them.
    const { data } = await this.#call('create_note', { note: `${note} about ${person.name}` });
    notes.set(data.note.id, `${note} about ${person.name}`);
  }

  async #createTag({ tags }: Model): Promise<void> {
    const name = this.#word();
    const { data } = await this.#call('create_tag', { name });
    tags.set(data.tag.id, name);
  }

  async #deleteContact(model: Model, person: Person): Promise<void> {
    await this.#call('delete_contact', { contactId: person.id });
    model.people = model.people.filter((other) => other !== person);
  }

  async #deleteNote({ notes }: Model): Promise<void> {
    const noteId = this.#pick([...notes.keys()])!;
    await this.#call('delete_note', { noteId });
    notes.delete(noteId);
  }

  #word(): string {
    return `w${this.#words++}x${Math.floor(this.#random() * 1e9)}`;
  }

  #pick<T>(list: T[]): T | undefined {
    return list[Math.floor(this.#random() * list.length)];
  }

  /** Acknowledged data, sorted, for comparison with the result of `stored`. */
  expected(): string[] {
    const people = this.#models.flatMap((model) => model.people).map(personLine);
    const notes = this.#models.flatMap((model) => [...model.notes]).map(([id, text]) => `note ${id} ${text}`);
    const tags = this.#models.flatMap((model) => [...model.tags]).map(([id, name]) => `tag ${id} ${name}`);
    return [...people, ...notes, ...tags].sort();
  }
}

const personLine = ({ id, name, company, emails }: Person): string =>
  `contact ${id} ${name} ${company} ${[...emails].sort().join(',')}`;

/** The service's data in the same lines, read by a client without faults. */
export async function stored(client: Client): Promise<string[]> {
  const include = { contact_emails: true };
  const people = await all(client, 'list_contacts', 'contacts', { include, take: 500 });
  const notes = await all(client, 'list_notes', 'notes', { take: 200 });
  const tags = await all(client, 'list_tags', 'tags', { take: 200 });
  const lines = [
    ...people.map(({ id, full_name, company, contact_emails }) =>
      personLine({ id, name: full_name, company, emails: contact_emails.map(({ email }: Json) => email) }),
    ),
    ...notes.map(({ id, note }) => `note ${id} ${note}`),
    ...tags.map(({ id, name }) => `tag ${id} ${name}`),
  ];
  return lines.sort();
}
