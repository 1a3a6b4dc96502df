import type { Child } from 'hono/jsx';
import type { Operations } from '../../../contract/operations.ts';
import type { DataOf } from '../../../contract/schema/operation.ts';
import type { PageContent } from '../../layout/page.tsx';
import { Time } from '../../layout/time.tsx';
import type { Person } from '../../services/services.ts';
import { EVENT_DETAILS, EVENT_WORDS, EVENTS_WITHOUT_DETAIL, LOG as WORDS } from '../../words/security-log.ts';
import { settingsPage } from './settings-frame.tsx';

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
    detail && !EVENTS_WITHOUT_DETAIL.includes(event) && <bdi>{EVENT_DETAILS[detail] ?? detail}</bdi>,
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
