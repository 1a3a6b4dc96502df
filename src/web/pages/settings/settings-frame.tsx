import type { Child } from 'hono/jsx';
import type { Message, PageContent } from '../../layout/page.tsx';
import type { Person } from '../../services/services.ts';
import { SETTINGS } from '../../words/settings.ts';

interface Group {
  title: string;
  links: { href: SettingsPath; text: string }[];
}

export type SettingsPath =
  | '/settings'
  | '/account'
  | '/trash'
  | `/settings/${'log' | 'accounts' | 'books' | 'assistants' | 'devices' | 'keys' | 'messages' | 'feed' | 'data'}`;

const { groups, pages } = SETTINGS;

const GROUPS: Group[] = [
  {
    title: groups.account,
    links: [
      { href: '/settings', text: pages.you },
      { href: '/account', text: pages.signIn },
      { href: '/settings/log', text: pages.log },
    ],
  },
  {
    title: groups.connections,
    links: [
      { href: '/settings/accounts', text: pages.accounts },
      { href: '/settings/books', text: pages.books },
      { href: '/settings/assistants', text: pages.assistants },
      { href: '/settings/devices', text: pages.devices },
      { href: '/settings/keys', text: pages.keys },
    ],
  },
  {
    title: groups.messages,
    links: [
      { href: '/settings/messages', text: pages.messages },
      { href: '/settings/feed', text: pages.feed },
    ],
  },
  {
    title: groups.data,
    links: [
      { href: '/settings/data', text: pages.data },
      { href: '/trash', text: pages.trash },
    ],
  },
];

interface SettingsPage {
  person: Person;
  /** The path of the page. */
  here: SettingsPath;
  title: string;
  lead?: Child;
  message?: Message | undefined;
  children: Child;
}

/** The message for a `done` query parameter. Unknown values, which anyone may type, show nothing. */
export const doneMessage = (texts: Record<string, string>, done = ''): Message | undefined =>
  Object.hasOwn(texts, done) ? { kind: 'success', text: texts[done] } : undefined;

/** A settings page with the list of all settings: beside it in wide windows, folded above it in narrow ones. */
export const settingsPage = ({ person, here, title, lead, message, children }: SettingsPage): PageContent => ({
  title,
  email: person.email,
  here: '/settings',
  width: 'full',
  message,
  main: (
    <div class="settings">
      <nav class="sections" aria-label={SETTINGS.title}>
        <details>
          <summary>
            {SETTINGS.title}
            <span class="quiet"> · {textOf(here)}</span>
          </summary>
          {GROUPS.map(({ title, links }) => (
            <div>
              <p id={`settings-${title.toLowerCase()}`}>{title}</p>
              <ul aria-labelledby={`settings-${title.toLowerCase()}`}>
                {links.map(({ href, text }) => (
                  <li>
                    <a href={href} aria-current={href === here ? 'page' : undefined}>
                      {text}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </details>
      </nav>
      <div class="settings-page">
        <header>
          <h1>{title}</h1>
          {lead !== undefined && <p class="quiet">{lead}</p>}
        </header>
        {children}
      </div>
    </div>
  ),
});

const textOf = (here: SettingsPath): string =>
  GROUPS.flatMap(({ links }) => links).find(({ href }) => href === here)!.text;
