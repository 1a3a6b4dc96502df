import type { Operations } from '../../../contract/operations.ts';
import type { DataOf } from '../../../contract/schema/operation.ts';
import { DayOf, OneButton, Section } from '../../layout/parts.tsx';
import { COUNTING as WORDS } from '../../words/accounts.ts';
import { SUGGESTED_CONTACTS } from '../people/suggested-contacts.tsx';

export type CountedAccount = DataOf<Operations['list_counted_accounts']>['counted_accounts'][number];
export type ConnectedAccount = DataOf<Operations['list_connected_accounts']>['accounts'][number];

export const LAST_CONTACT = '/settings/accounts/last-contact';

interface Shown {
  accounts: CountedAccount[];
  trouble: string | null;
  zone: string;
}

/** Chooses which accounts update “Last seen”. */
export function LastContactSection({ accounts, trouble, zone }: Shown) {
  if (accounts.length === 0) return null;
  const isCounting = accounts.some((account) => account.is_on);
  return (
    <Section id="last-contact" title={WORDS.title} lead={WORDS.lead}>
      <ul class="rows">
        {accounts.map((account) => (
          <AccountRow account={account} zone={zone} />
        ))}
      </ul>
      {trouble !== null && isCounting && (
        <p class="notice">
          {WORDS.trouble} <bdi>{trouble}</bdi>
        </p>
      )}
      <div class="actions">
        {isCounting && <OneButton action={`${LAST_CONTACT}/count`}>{WORDS.now}</OneButton>}
        <a href={SUGGESTED_CONTACTS}>{WORDS.suggested}</a>
      </div>
    </Section>
  );
}

interface RowShown {
  account: CountedAccount;
  zone: string;
}

function AccountRow({ account, zone }: RowShown) {
  const { id, email, provider, is_on } = account;
  const name = email || provider;
  return (
    <li>
      <div class="about">
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <p class="quiet small">{is_on ? <State account={account} zone={zone} /> : WORDS.off}</p>
      </div>
      <OneButton action={LAST_CONTACT} fields={{ id, set: is_on ? 'off' : 'on' }}>
        {is_on ? WORDS.switchOff : WORDS.switchOn}
        <span class="unseen">
          {' '}
          <bdi>{name}</bdi>
        </span>
      </OneButton>
    </li>
  );
}

const State = ({ account: { counted_until: until }, zone }: RowShown) => (
  <>
    {WORDS.on}, {until === null ? WORDS.soon : WORDS.until} {until !== null && <DayOf at={until} zone={zone} />}
  </>
);
