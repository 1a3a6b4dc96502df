export type CardKind = 'contact' | 'group';

/** The card of a contact or group, which has the same id. The row is kept for a while after that record is deleted. */
export interface CardRow {
  user_id: string;
  id: string;
  kind: CardKind;
  /** The last segment of the card's URL. */
  name: string;
  uid: string;
  /** Number of its last change, counted per user. 0 if the address book never contained the card under its name. */
  change: number;
  changed_at: string;
  gone: 0 | 1;
}

export interface CardTables {
  cards: CardRow;
  /**
   * `change`: the last number assigned. Deleted cards are purged up to `purged`. `kept_counts` is current while
   * `counted` equals `change`.
   */
  card_counters: { user_id: string; change: number; purged: number; counted: number | null };
  /** `uid` is normalized by `bareUid`. */
  card_members: { user_id: string; group_id: string; uid: string };
  /** `taken_from`: the contact merged into this one that the text came from, until a client sends another text. */
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
  /** `card_id`: null for the address book itself. `sealed` is XML. */
  card_properties: {
    user_id: string;
    id: string;
    card_id: string | null;
    space: string;
    name: string;
    sealed: string;
  };
}
