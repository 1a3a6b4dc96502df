import { append, smallest } from '../../shared/lists.ts';
import type { MailPosition } from './email-cursor.ts';
import type { EmailMessage } from './items.ts';
import { isAfterPosition, type MailSource, type PositionedMessage, type TruncationReason, timeOf } from './mail.ts';

/**
 * One account's emails for merging: in order, without duplicates, and only those after the start position. In a list by
 * time, messages with the lowest time so far wait for the next page, which may contain more of them.
 */
export class MailStream {
  readonly #source: MailSource;
  readonly #begin: MailPosition;
  readonly #seen = new Set<string>();
  #waiting: PositionedMessage[] = [];
  #ready: PositionedMessage[] = [];
  #more = true;
  #position: MailPosition;
  /** Set if the stream ended at the provider's limit rather than at the last message. */
  cut: TruncationReason | undefined;

  constructor(source: MailSource, begin: MailPosition) {
    this.#source = source;
    this.#begin = begin;
    this.#position = begin;
  }

  /** Where the next page continues. */
  get position(): MailPosition {
    return this.#ready.length === 0 && this.#waiting.length === 0 && !this.#more ? 'end' : this.#position;
  }

  /** The next message, without consuming it; undefined at the end. `count` is the page size to request. */
  async peek(count: number): Promise<EmailMessage | undefined> {
    while (this.#ready.length === 0 && this.#more) await this.#fetch(count);
    return this.#ready[0]?.message;
  }

  /** The next message that is already loaded. */
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
      const isNew = !this.#seen.has(message.providerId) && isAfterPosition(message, this.#begin);
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

/** Newest first; by id within a millisecond. */
const inOrder = (a: EmailMessage, b: EmailMessage): number =>
  timeOf(b) - timeOf(a) || (a.providerId < b.providerId ? -1 : 1);
