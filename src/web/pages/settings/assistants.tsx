import type { Child } from 'hono/jsx';
import type { ConnectedApp } from '../../../contract/connected-apps.ts';
import { CopyButton } from '../../layout/copy.tsx';
import type { PageContent } from '../../layout/page.tsx';
import { Section } from '../../layout/parts.tsx';
import type { Person } from '../../services/services.ts';
import type { Command } from '../../services/settings.ts';
import { ASSISTANT_SETTINGS as WORDS } from '../../words/access.ts';
import { ASSISTANTS, type Assistant, type Way } from '../../words/assistants.ts';
import { SCOPE_WORDS } from '../../words/consent.ts';
import { AccessRow } from './access-row.tsx';
import { doneMessage, settingsPage } from './settings-frame.tsx';

interface AssistantsPage {
  person: Person;
  apps: ConnectedApp[];
  /** Of the MCP endpoint. */
  address: string;
  /** Whether the internet can reach it. */
  isPublic: boolean;
  /** How a program on this computer starts kith; undefined if none can. */
  command: Command | undefined;
  done?: string | undefined;
}

export const assistantsPage = ({ person, apps, address, isPublic, command, done }: AssistantsPage): PageContent =>
  settingsPage({
    person,
    here: '/settings/assistants',
    title: WORDS.title,
    lead: WORDS.lead,
    message: doneMessage(WORDS.done, done),
    children: (
      <>
        <Apps apps={apps} zone={person.time_zone} />
        <Section
          id="address"
          title={WORDS.address.title}
          lead={[
            isPublic ? WORDS.address.isPublic : WORDS.address.isLocal,
            ...(command ? [WORDS.address.whileOpen] : []),
          ].join(' ')}
        >
          <Snippet id="mcp-address" text={address} what={WORDS.address.what} />
        </Section>
        <Section id="add" title={WORDS.add.title} lead={WORDS.add.lead}>
          <div class="assistants">
            {ASSISTANTS.filter(({ byAddress }) => command || byAddress).map((assistant, index) => (
              <details name="assistant">
                <summary>{assistant.name}</summary>
                <Adding assistant={assistant} id={`add-${index}`} {...{ address, isPublic, command }} />
              </details>
            ))}
          </div>
        </Section>
      </>
    ),
  });

interface AddingProps extends Pick<AssistantsPage, 'address' | 'isPublic' | 'command'> {
  assistant: Assistant;
  id: string;
}

function Adding({ assistant: { name, isInCloud, byAddress, byCommand }, id, address, isPublic, command }: AddingProps) {
  if (isInCloud && !isPublic) return <p class="quiet">{WORDS.add.needsPublic}</p>;
  const started = command && byCommand?.(command);
  const way: Way = started ?? byAddress?.(address) ?? {};
  const text = way.text ?? address;
  return (
    <div class="question">
      {way.before && (
        <p>
          <Ticked text={way.before} />
        </p>
      )}
      <Snippet id={id} text={text} what={name} />
      {way.after && (
        <p>
          <Ticked text={way.after} />
        </p>
      )}
      {way.opens && (
        <p>
          <a class="button" href={way.opens}>
            {WORDS.add.open(name)}
          </a>
        </p>
      )}
      <p class="quiet small">{started ? WORDS.add.starts : WORDS.add.signsIn}</p>
    </div>
  );
}

const Snippet = ({ id, text, what }: { id: string; text: string; what: string }) => (
  <div class="snippet">
    <code class="command" id={id} dir="ltr">
      {text}
    </code>
    <CopyButton of={id} what={what} />
  </div>
);

/** Text between backticks is code. */
const Ticked = ({ text }: { text: string }): Child => (
  <>{text.split('`').map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part))}</>
);

function Apps({ apps, zone }: { apps: ConnectedApp[]; zone: string }) {
  const words = WORDS.hosts;
  return (
    <Section id="hosts" title={words.title} lead={words.lead}>
      {apps.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <ul class="rows">
          {apps.map(({ id, name, sent_to, scopes, created_at, last_used_at }) => (
            <AccessRow
              name={name}
              uses={{ since: words.since, at: created_at, used: last_used_at, zone }}
              revoke={{ words: words.revoke, action: `/settings/assistants/${encodeURIComponent(id)}/revoke` }}
            >
              <p class="small">{words.back(<bdi>{sent_to}</bdi>)}</p>
              <p class="small">{scopes.map((scope) => SCOPE_WORDS[scope].title).join(' · ')}</p>
            </AccessRow>
          ))}
        </ul>
      )}
    </Section>
  );
}
