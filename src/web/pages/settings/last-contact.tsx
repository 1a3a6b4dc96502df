import type { Operations } from '../../../contract/operations.ts';
import type { DataOf } from '../../../contract/schema/operation.ts';
import { DayOf, OneButton, Section } from '../../layout/parts.tsx';
import { WRITTEN_TO } from '../people/suggested-contacts.tsx';

const WORDS = {
  title: 'Who you mail and meet',
  lead: 'Off until you switch it on. Once a day kith then looks at the headers of mail you sent, and of answers to it, and at who was in your meetings. “Last seen” of your people and when to be in touch follow, forward only. Newsletters, lists and meetings of more than ten others do not count. No subject and no text is kept.',
  on: 'counts',
  until: 'looked at until',
  soon: 'soon looked at, 90 days back',
  off: 'does not count',
  switchOn: 'Let it count',
  switchOff: 'Stop, and forget what was counted',
  now: 'Count now',
  trouble: 'The last count did not work and is tried again:',
  writtenTo: 'People you write to who are not among your people',
};

export type CountedAccount = DataOf<Operations['list_counted_accounts']>['counted_accounts'][number];
export type ConnectedAccount = DataOf<Operations['list_connected_accounts']>['accounts'][number];

export const LAST_CONTACT = '/settings/accounts/last-contact';

export const COUNTING_WORDS = {
  on: 'The account counts from now on. The first count looks back 90 days and takes some minutes.',
  off: 'The account does not count any more, and what was counted is forgotten. “Last seen” of your people stays as it is.',
  soon: 'It is counted within a minute or so.',
};

interface Shown {
  accounts: CountedAccount[];
  trouble: string | null;
  zone: string;
}

/** Which accounts count as contact. */
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
        <a href={WRITTEN_TO}>{WORDS.writtenTo}</a>
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
