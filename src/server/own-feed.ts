import { record, type SecurityEvent } from '../identity/users/security-log.ts';
import type { Data } from '../service/data/open-data.ts';
import { changeFeed, endFeed, type Feed, feedOf, newAddress, tokenOf } from '../service/feeds/feeds.ts';
import type { FeedSettings } from '../shared/feed.ts';
import type { Db } from '../store/store.ts';
import type { UserRow } from '../store/tables.ts';
import type { FeedServices } from '../web/services/feed.ts';
import type { Person } from '../web/services/services.ts';

/** What its owner does with a calendar feed, at a command or on a page. */
export interface OwnFeed {
  settings(): Promise<Feed | undefined>;
  /** The token of its address; undefined where there is no feed. */
  show(): Promise<string | undefined>;
  /** The token of a new address, where there is a feed already in place of the old one. */
  renew(): Promise<string>;
  /** False where there is no feed. */
  change(settings: FeedSettings): Promise<boolean>;
  end(): Promise<boolean>;
}

export function ownFeed({ store, secret }: Data, user: Pick<UserRow, 'user_id'>, address?: string): OwnFeed {
  const userId = user.user_id;
  const within = (db: Db) => ({ db, user, secret, now: new Date().toISOString() });
  const note = (event: SecurityEvent['event']) => store.directory((db) => record(db, { event, userId, address }));
  return {
    settings: () => store.read(userId, (db) => feedOf(within(db))),
    async show() {
      const token = await store.read(userId, (db) => tokenOf(within(db)));
      if (token !== undefined) await note('feed.shown');
      return token;
    },
    async renew() {
      const { token, is } = await store.write(userId, (db) => newAddress(within(db)));
      await note(`feed.${is}`);
      return token;
    },
    change: (settings) => store.write(userId, (db) => changeFeed(within(db), settings)),
    async end() {
      const ended = await store.write(userId, (db) => endFeed(within(db)));
      if (ended) await note('feed.ended');
      return ended;
    },
  };
}

/** The address of a feed, and as calendar programs subscribe to it by one click. */
export function addressesOf(origin: string, token: string): { url: string; webcal: string } {
  const url = `${origin}/feed/${token}.ics`;
  return { url, webcal: url.replace(/^https?:/, 'webcal:') };
}

/** The same for the pages of kith, under whose address the feed is found too. */
export function feedServices(data: Data & { origin: string }): FeedServices {
  const { origin } = data;
  const of = ({ id }: Person, address?: string) => ownFeed(data, { user_id: id }, address);
  return {
    settings: (person) => of(person).settings(),
    async show(person, { address }) {
      const token = await of(person, address).show();
      return token === undefined ? undefined : addressesOf(origin, token);
    },
    renew: async (person, { address }) => addressesOf(origin, await of(person, address).renew()),
    change: (person, settings) => of(person).change(settings),
    end: (person, { address }) => of(person, address).end(),
  };
}
