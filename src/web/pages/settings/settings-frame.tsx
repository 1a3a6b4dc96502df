import type { Child } from 'hono/jsx';
import type { Message, PageContent } from '../../layout/page.tsx';
import type { Person } from '../../services/services.ts';

const WORDS = { pages: 'Settings' };

const LINKS = [
  { href: '/settings', text: 'You' },
  { href: '/account', text: 'Sign-in' },
  { href: '/settings/assistants', text: 'Assistants' },
  { href: '/settings/keys', text: 'API keys' },
  { href: '/settings/devices', text: 'Devices' },
  { href: '/settings/accounts', text: 'Accounts' },
  { href: '/settings/books', text: 'Address books' },
  { href: '/settings/feed', text: 'Calendar feed' },
  { href: '/settings/messages', text: 'Messages' },
  { href: '/settings/data', text: 'Data' },
  { href: '/trash', text: 'Trash' },
  { href: '/settings/log', text: 'Log' },
] as const;

interface SettingsPage {
  person: Person;
  /** Its own address. */
  here: (typeof LINKS)[number]['href'];
  title: string;
  lead?: Child;
  message?: Message | undefined;
  children: Child;
}

/** What was done, as the address says. It may say anything: only what is known is told. */
export const doneMessage = (texts: Record<string, string>, done = ''): Message | undefined =>
  Object.hasOwn(texts, done) ? { kind: 'success', text: texts[done] } : undefined;

/** A page of the settings, with the way to the others. */
export const settingsPage = ({ person, here, title, lead, message, children }: SettingsPage): PageContent => ({
  title,
  email: person.email,
  here: '/settings',
  message,
  main: (
    <>
      <nav class="sections" aria-label={WORDS.pages}>
        {LINKS.map(({ href, text }) => (
          <a href={href} aria-current={href === here ? 'page' : undefined}>
            {text}
          </a>
        ))}
      </nav>
      <header>
        <h1>{title}</h1>
        {lead !== undefined && <p class="quiet">{lead}</p>}
      </header>
      {children}
    </>
  ),
});
