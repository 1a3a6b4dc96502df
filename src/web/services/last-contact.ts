// Who was mailed and met in connected accounts, and who of them is in no address book, as the pages know it.

/** An account whose mail and meetings count as contact. */
export interface CountingAccount {
  id: string;
  /** Null before the first count. */
  countedUntil: string | null;
}

/** Somebody the person writes to who is in no address book. Others wrote the name and the address. */
export interface WrittenTo {
  id: string;
  address: string;
  name: string | null;
  /** How many messages were sent to them in the last 90 days. */
  messages: number;
  /** The last mail or meeting with them. */
  last: string;
}

export interface LastContactServices {
  counting(userId: string): Promise<CountingAccount[]>;
  /** Switches an account on or off, and has it counted soon. False where there is none of this id. */
  set(userId: string, accountId: string, isOn: boolean): Promise<boolean>;
  /** Has the accounts counted soon. */
  countSoon(userId: string): Promise<void>;
  /** Why the last count did not work; undefined where it did. */
  trouble(userId: string): Promise<string | undefined>;
  /** Those who are offered, the most written to first. */
  writtenTo(userId: string): Promise<WrittenTo[]>;
  /** Offers somebody no more: for a while, or ever. Answers by what that is taken back. */
  dismiss(userId: string, address: string, how: 'not now' | 'never'): Promise<string>;
  /** Takes that back; false where there is nothing to be taken back. */
  offerAgain(userId: string, dismissalId: string): Promise<boolean>;
}
