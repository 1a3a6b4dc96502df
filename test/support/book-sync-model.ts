import { createHash } from 'node:crypto';
import type { SyncCodec } from '../../src/dav/sync/codec.ts';
import type { FullLink, LocalBook, LocalWriter, SyncProgress } from '../../src/dav/sync/local-book.ts';
import type { RemoteBook, RemoteState } from '../../src/dav/sync/remote-book.ts';
import type { AddressBook, PersonCard, ReceivedPerson } from '../../src/shared/cards/address-book.ts';
import type { CardFields } from '../../src/shared/cards/fields.ts';
import { CARD_LISTS, CARD_TEXTS } from '../../src/shared/cards/fields.ts';
import type { CardConflict } from '../../src/shared/cards/merge-card.ts';
import { KithError } from '../../src/shared/error.ts';

// Both sides of a synced address book as maps, to test the algorithm with anything that may happen between two steps.

export const fieldsOf = (more: Partial<CardFields> = {}): CardFields => ({
  ...{ emails: [], phones: [], addresses: [], tags: [] },
  ...more,
});

interface ModelCard {
  uid: string;
  fields: CardFields;
  isGroup?: boolean;
  revised?: string | undefined;
}

const cardOf = (said: ModelCard): string => JSON.stringify(said);

/** Cards as JSON. Other tests cover the effects of vCards on fields. */
export const jsonCodec: SyncCodec = {
  read(text) {
    if (!text.startsWith('{')) return { trouble: 'it is no card' };
    const { uid, fields, isGroup, revised }: ModelCard = JSON.parse(text);
    if (isGroup) return { isGroup };
    const present = [...CARD_TEXTS, ...CARD_LISTS];
    return { kind: 'person', uid, fields, present, text, ...(revised !== undefined && { revised }) };
  },
  write: ({ uid, fields }) => cardOf({ uid, fields }),
};

/** Called before and after each step with an effect. It may throw, or change either side. */
type Step = (where: string) => void;

export interface ModelKith extends LocalBook {
  people: Map<string, PersonCard>;
  kept: Map<string, FullLink>;
  conflicts: { name: string; conflict: CardConflict }[];
  edit(name: string, change: (fields: CardFields) => CardFields): void;
  add(name: string, uid: string, fields: CardFields): void;
  delete(name: string): void;
}

export function modelKith(step: Step, now: () => string): ModelKith {
  let people = new Map<string, PersonCard>();
  let gone = new Map<string, number>();
  let kept = new Map<string, FullLink>();
  let lookedAt: SyncProgress | undefined;
  let count = 0;
  const conflicts: ModelKith['conflicts'] = [];
  const set = (name: string, uid: string, fields: CardFields, text: string | undefined) => {
    gone.delete(name);
    const card = { name, uid, fields, text, change: ++count, changedAt: now(), photo: undefined };
    people.set(name, { kind: 'person', ...card });
  };
  const remove = (name: string) => {
    people.delete(name);
    gone.set(name, ++count);
  };

  const cards: AddressBook = {
    state: async () => count,
    list: async (after, take) =>
      [...people.values()]
        .map(({ name, change }) => ({ name, change }))
        .sort((a, b) => (a.name < b.name ? -1 : 1))
        .filter(({ name }) => after === undefined || name > after)
        .slice(0, take),
    async changes(after, take) {
      const all = [
        ...[...people.values()].map(({ name, change }) => ({ name, change, isGone: false })),
        ...[...gone].map(([name, change]) => ({ name, change, isGone: true })),
      ];
      const found = all.filter(({ change }) => change > after).sort((a, b) => a.change - b.change);
      const part = found.slice(0, take);
      return {
        changed: part.filter(({ isGone }) => !isGone),
        gone: part.filter(({ isGone }) => isGone).map(({ name }) => name),
        upTo: part.at(-1)?.change ?? Math.max(after, count),
        more: found.length > take,
      };
    },
    read: async (names) => names.flatMap((name) => people.get(name) ?? []),
    async put(name, card, { ifMatch, ifNoneMatch }) {
      const { uid, fields, text } = card as ReceivedPerson;
      const now = people.get(name);
      if (ifNoneMatch && now) return { outcome: 'refused' };
      if (Array.isArray(ifMatch) && (!now || !ifMatch.includes(now.change))) return { outcome: 'refused' };
      const holder = [...people.values()].find((one) => one.uid === uid && one.name !== name);
      if (holder) return { outcome: 'taken', name: holder.name };
      set(name, now?.uid ?? uid, fields, text);
      return { outcome: now ? 'changed' : 'created', change: count, asSent: true };
    },
    async remove(name, { ifMatch }) {
      const now = people.get(name);
      if (!now) return 'absent';
      if (Array.isArray(ifMatch) && !ifMatch.includes(now.change)) return 'refused';
      remove(name);
      return 'removed';
    },
  };

  const writing: LocalWriter = {
    cards,
    async saveLink(link) {
      kept.set(link.href, { ...link, text: link.text ?? kept.get(link.href)?.text ?? '' });
    },
    async dropLink(href) {
      kept.delete(href);
    },
    async saveLooked(looked) {
      lookedAt = looked;
    },
    async saveConflicts(name, found) {
      const isKnown = (conflict: CardConflict) =>
        conflicts.some((one) => one.name === name && JSON.stringify(one.conflict) === JSON.stringify(conflict));
      conflicts.push(...found.filter((one) => !isKnown(one)).map((conflict) => ({ name, conflict })));
    },
  };

  return {
    cards,
    conflicts,
    get people() {
      return people;
    },
    get kept() {
      return kept;
    },
    looked: async () => lookedAt,
    links: async () => [...kept.values()],
    text: async (href) => kept.get(href)?.text,
    linkedToOtherBooks: async () => new Set(),
    async matcher(all) {
      const byMail = (fields: CardFields) =>
        all.filter((one) => one.fields.emails.some(({ value }) => fields.emails.some((mail) => mail.value === value)));
      const named = (fields: CardFields) => all.filter((one) => one.fields.full_name === fields.full_name);
      return {
        certain: (fields) => byMail(fields).map(({ name }) => name),
        similar: (fields) => named(fields).map(({ name }) => name),
      };
    },
    async write(work) {
      step('before a transaction');
      const before = {
        people: new Map(people),
        gone: new Map(gone),
        kept: new Map(kept),
        lookedAt,
        length: conflicts.length,
      };
      try {
        const result = await work(writing);
        step('in a transaction');
        return result;
      } catch (error) {
        ({ people, gone, kept, lookedAt } = before);
        conflicts.length = before.length;
        throw error;
      }
    },
    edit(name, change) {
      const { uid, fields, text } = people.get(name)!;
      set(name, uid, change(fields), text);
    },
    add: (name, uid, fields) => set(name, uid, fields, undefined),
    delete: remove,
  };
}

/** How a server deviates from a plain one. */
export interface RemoteHabits {
  /** Supports no tokens, and returns lists with ETags. */
  isPlain?: boolean;
  /** Returns no ETag when a card is written. */
  isSilent?: boolean;
  /** How it changes a received card. */
  keeps?: (fields: CardFields) => CardFields;
}

interface ModelRemote extends RemoteBook {
  cards: Map<string, { etag: string; text: string }>;
  edit(href: string, change: (fields: CardFields) => CardFields): void;
  add(href: string, said: ModelCard): void;
  delete(href: string): void;
  /** Expires its tokens. */
  forget(): void;
}

export function modelRemote(
  step: Step,
  now: () => string,
  { isPlain, isSilent, keeps }: RemoteHabits = {},
): ModelRemote {
  const cards: ModelRemote['cards'] = new Map();
  let log: { href: string; isGone: boolean }[] = [];
  let era = 0;
  let count = 0;
  const set = (href: string, text: string) => {
    cards.set(href, { etag: `"${++count}"`, text });
    log.push({ href, isGone: false });
  };
  const drop = (href: string) => {
    cards.delete(href);
    log.push({ href, isGone: true });
  };
  const kept = (text: string): string => {
    const said: ModelCard = JSON.parse(text);
    return cardOf({ ...said, fields: keeps ? keeps(said.fields) : said.fields });
  };
  const entries = () => [...cards].map(([href, { etag }]) => ({ href, etag }));

  return {
    cards,
    async changes(since: RemoteState | undefined) {
      step('before a listing');
      const [its, from] = (since?.token ?? '').split(':').map(Number);
      const state = isPlain ? {} : { token: `${era}:${log.length}` };
      if (isPlain || since?.token === undefined || its !== era)
        return { changed: entries(), gone: [], isWhole: true, state, strange: 0 };
      const touched = new Set(log.slice(from).map(({ href }) => href));
      const changed = entries().filter(({ href }) => touched.has(href));
      return { changed, gone: [...touched].filter((href) => !cards.has(href)), isWhole: false, state, strange: 0 };
    },
    async read(hrefs) {
      step('before a reading');
      const found = hrefs.flatMap((href) => {
        const card = cards.get(href);
        return card ? [[href, { href, ...card }] as const] : [];
      });
      return { cards: new Map(found), unreadable: [] };
    },
    pathFor: (uid) => `/book/${createHash('sha256').update(uid).digest('hex').slice(0, 12)}.vcf`,
    async put(href, text, etag) {
      step('before a put');
      const there = cards.get(href);
      if (etag === undefined ? there : there?.etag !== etag) return { outcome: 'refused' };
      set(href, kept(text));
      const written = cards.get(href)!.etag;
      step('after a put');
      return { outcome: 'written', etag: isSilent || keeps ? undefined : written };
    },
    async remove(href, etag) {
      step('before a delete');
      const there = cards.get(href);
      if (there && there.etag !== etag) return { outcome: 'refused' };
      if (there) drop(href);
      step('after a delete');
      return { outcome: 'written', etag: undefined };
    },
    edit(href, change) {
      const said: ModelCard = JSON.parse(cards.get(href)!.text);
      set(href, kept(cardOf({ ...said, fields: change(said.fields), revised: now() })));
    },
    add: (href, said) => set(href, cardOf({ ...said, revised: now() })),
    delete: drop,
    forget() {
      era++;
      log = [];
    },
  };
}

/** The connection failed, or the server returned 500. */
export const cut = (): KithError => new KithError('ServiceUnavailable', 'The server could not be reached.');
