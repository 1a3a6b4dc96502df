import type { Child } from 'hono/jsx';
import type { Operations } from '../../../contract/operations.ts';
import type { DataOf } from '../../../contract/schema/operation.ts';
import type { PageContent } from '../../layout/page.tsx';
import { Time } from '../../layout/time.tsx';
import type { Person } from '../../services/services.ts';
import { settingsPage } from './settings-frame.tsx';

/** What each event is to a person, with the name of a key or an assistant where it has one. */
export const EVENT_WORDS: Record<string, string> = {
  'key.accepted': 'A key was used',
  'key.refused': 'A key was refused',
  'key.made': 'A key was made',
  'key.shown': 'A key was shown in a shell',
  'key.replaced': 'A key was replaced',
  'key.revoked': 'A key was revoked',
  'permission.refused': 'Something was asked for that was not allowed',
  'limit.hit': 'There were too many requests',
  'user.added': 'Your account was made',
  'user.removed': 'Your account was removed',
  'plan.changed': 'Your plan was changed',
  'link.made': 'A one-time link was made',
  'link.used': 'A one-time link was used',
  'link.refused': 'A one-time link was refused',
  'passkey.added': 'A passkey was made',
  'passkey.removed': 'A passkey was removed',
  'passkey.refused': 'A passkey was refused',
  'provider.refused': 'Signing in at the provider was refused',
  'session.opened': 'You signed in',
  'session.refused': 'A sign-in that was over was refused',
  'session.ended': 'A browser was signed out',
  'secret.rotated': 'The secret of this kith was replaced',
  'host.connected': 'An assistant was let in',
  'host.disconnected': 'An assistant was disconnected',
  'host.accepted': 'An assistant used your address book',
  'sync.failed': 'A followed address book could not be reached',
  'sync.waiting': 'A followed address book waits for your word: many people would be deleted',
  'card.conflict': 'Two sides edited one field of a person: one edit gave way, and waits for you',
  'account.connected': 'An account was connected',
  'account.disconnected': 'An account was disconnected',
  'feed.made': 'The calendar feed was switched on',
  'feed.replaced': 'The address of the calendar feed was replaced',
  'feed.shown': 'The address of the calendar feed was shown',
  'feed.ended': 'The calendar feed was switched off',
  'feed.refused': 'An unknown address of a calendar feed was refused',
  'data.exported': 'Your data was exported',
  'data.imported': 'Data was imported',
  'data.backed_up': 'A backup was made',
  'data.restored': 'A backup was restored',
  'message.sent': 'A message was sent to you',
  'message.failed': 'A message could not be sent to you',
  'message.set': 'Messages were set',
  'message.off': 'Messages were turned off',
  'lines.left_out': 'Lines of this log were left out: there were too many',
};

const WORDS = {
  title: 'Log',
  lead: 'What happened around your account in the last 90 days, the latest first: sign-ins, keys, assistants, and what was refused. What you write about people is never in it.',
  empty: 'Nothing yet.',
  from: 'from',
  more: 'Earlier',
  first: 'To the latest',
  stranger: 'Something here that was not you? Sign out all other browsers, and remove what you do not recognize, under',
  signIn: 'Sign-in',
};

/** Details that say more in words. */
const DETAILS: Record<string, string> = {
  link: 'by a one-time link',
  passkey: 'with a passkey',
  provider: 'at the provider',
  expired: 'it had expired',
  plan: 'keys are refused on the free plan',
  counter: 'it was copied',
};

type LogLine = DataOf<Operations['list_security_log']>['events'][number];

interface Log {
  person: Person;
  lines: LogLine[];
  /** Cursor of the next page; null on the last page. */
  next: string | null;
  isFirst: boolean;
}

export const logPage = ({ person, lines, next, isFirst }: Log): PageContent =>
  settingsPage({
    person,
    here: '/settings/log',
    title: WORDS.title,
    lead: WORDS.lead,
    children: (
      <section class="card">
        {lines.length === 0 ? (
          <p>{WORDS.empty}</p>
        ) : (
          <ol class="rows log">
            {lines.map((line) => (
              <Line line={line} zone={person.time_zone} />
            ))}
          </ol>
        )}
        <div class="actions">
          {next && (
            <a class="button" href={`/settings/log?${new URLSearchParams({ before: next })}`}>
              {WORDS.more}
            </a>
          )}
          {!isFirst && <a href="/settings/log">{WORDS.first}</a>}
        </div>
        <p class="quiet small">
          {WORDS.stranger} <a href="/account">{WORDS.signIn}</a>.
        </p>
      </section>
    ),
  });

function Line({ line: { at, event, key, address, detail }, zone }: { line: LogLine; zone: string }) {
  const more: Child[] = [
    <Time at={at} zone={zone} exact />,
    detail && <bdi>{DETAILS[detail] ?? detail}</bdi>,
    address && (
      <>
        {WORDS.from} <bdi>{address}</bdi>
      </>
    ),
  ].filter(Boolean);
  return (
    <li>
      <div class="about">
        {EVENT_WORDS[event] ?? event}
        {key && (
          <>
            : <bdi class="name">{key}</bdi>
          </>
        )}
        <p class="quiet small">{more.map((part, index) => (index === 0 ? part : [' · ', part]))}</p>
      </div>
    </li>
  );
}
