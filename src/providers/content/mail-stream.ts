import { append, smallest } from '../../shared/lists.ts';
import type { Position } from './email-cursor.ts';
import type { EmailMessage } from './items.ts';
import { type Cut, type Found, isBehind, type MailSource, timeOf } from './mail.ts';

/**
 * One account's e-mails as a merge wants them: in order, each once, and only those behind where it began.
 * By time, messages of the lowest time read so far wait for the next page, which may hold more of that time.
 */
export class MailStream {
  readonly #source: MailSource;
  readonly #begin: Position;
  readonly #seen = new Set<string>();
  #waiting: Found[] = [];
  #ready: Found[] = [];
  #more = true;
  #position: Position;
  /** Set when the end that was reached is the provider's limit, not the account's last message. */
  cut: Cut | undefined;

  constructor(source: MailSource, begin: Position) {
    this.#source = source;
    this.#begin = begin;
    this.#position = begin;
  }

  /** Where a later page goes on. */
  get position(): Position {
    return this.#ready.length === 0 && this.#waiting.length === 0 && !this.#more ? 'end' : this.#position;
  }

  /** The next message, still in the stream; undefined at the end. `count` is how many are wanted of the provider. */
  async peek(count: number): Promise<EmailMessage | undefined> {
    while (this.#ready.length === 0 && this.#more) await this.#fetch(count);
    return this.#ready[0]?.message;
  }

  /** The next message that is here without asking the provider. */
  get head(): EmailMessage | undefined {
    return this.#ready[0]?.message;
  }

  take(): EmailMessage {
    const { message, position } = this.#ready.shift()!;
    this.#position = position;
    return message;
  }

  async #fetch(count: number): Promise<void> {
    const { found, more, cut } = await this.#source.next(count);
    this.#more = more;
    this.cut = cut;
    const fresh = found.filter(({ message }) => {
      const isNew = !this.#seen.has(message.providerId) && isBehind(message, this.#begin);
      this.#seen.add(message.providerId);
      return isNew;
    });
    if (this.#source.ordered === 'as given') {
      append(this.#ready, fresh);
      return;
    }
    this.#waiting = [...this.#waiting, ...fresh].sort((a, b) => inOrder(a.message, b.message));
    const lowest = more ? smallest(this.#waiting.map(({ message }) => timeOf(message))) : -Infinity;
    const split = this.#waiting.filter(({ message }) => timeOf(message) > lowest).length;
    append(this.#ready, this.#waiting.splice(0, split));
  }
}

/** Newest first; within a millisecond by id. */
const inOrder = (a: EmailMessage, b: EmailMessage): number =>
  timeOf(b) - timeOf(a) || (a.providerId < b.providerId ? -1 : 1);
