import type { FeedSettings } from '../../shared/feed.ts';
import type { Person } from './person.ts';

/** Where a request comes from. */
interface From {
  address: string | undefined;
}

export interface FeedAddress {
  url: string;
  /** The same, for programs to open by one click. */
  webcal: string;
}

/** The calendar feed of a person, who has one at most. */
export interface FeedServices {
  /** Undefined where there is none. */
  settings(person: Person): Promise<(FeedSettings & { createdAt: string }) | undefined>;
  /** Its address; undefined where there is none. */
  show(person: Person, from: From): Promise<FeedAddress | undefined>;
  /** A first address, or another one: the old one leads nowhere from now on. */
  renew(person: Person, from: From): Promise<FeedAddress>;
  /** False where there is no feed. */
  change(person: Person, settings: FeedSettings): Promise<boolean>;
  end(person: Person, from: From): Promise<boolean>;
}
