export type CardKind = 'contact' | 'group';

/** The card of a contact or group, which has the same id. The row stays for a while when that is gone. */
export interface CardRow {
  user_id: string;
  id: string;
  kind: CardKind;
  /** The last segment of its address. */
  name: string;
  uid: string;
  /** Number of its last change, which counts up for each user. 0 if the card was never in the book with its name. */
  change: number;
  changed_at: string;
  gone: 0 | 1;
}

export interface CardTables {
  cards: CardRow;
  /**
   * `change`: the last that was given out. Cards that were gone are forgotten up to `purged`. The kept counts hold
   * while `counted` is `change`.
   */
  card_counters: { user_id: string; change: number; purged: number; counted: number | null };
  /** `uid` is bare: see `bareUid`. */
  card_members: { user_id: string; group_id: string; uid: string };
  /** `taken_from`: the contact merged into this one whose text it is, until a client sends another. */
  card_texts: { user_id: string; id: string; sealed: string; taken_from: string | null };
  cards_given: { user_id: string; device: string; id: string; change: number; digest: string };
  /** `fields` is a JSON list. */
  card_devices: { user_id: string; device: string; fields: string };
  card_conflicts: {
    user_id: string;
    id: string;
    card_id: string;
    device: string;
    created_at: string;
    sealed: string;
  };
  /** `card_id`: null for the book itself. `sealed` is XML. */
  card_properties: {
    user_id: string;
    id: string;
    card_id: string | null;
    space: string;
    name: string;
    sealed: string;
  };
}
