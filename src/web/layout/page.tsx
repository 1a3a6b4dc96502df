import type { Child } from 'hono/jsx';
import type { AssetName, Assets } from './assets.ts';
import { pageHeaders } from './headers.ts';
import { ScriptWords } from './script-words.tsx';
import { Shortcuts } from './shortcuts.tsx';

/** Something to be told above the page. */
export interface Message {
  kind: 'info' | 'success' | 'danger';
  text: Child;
}

export interface PageContent {
  title: string;
  /** What the page is about; its heading is a part of it. */
  main: Child;
  /** Who is signed in: they get the links to their pages, and a way out. */
  email?: string | undefined;
  message?: Message | undefined;
  /** Its own address, where it is one of the links. */
  here?: string;
  /** Scripts that this page alone needs. */
  scripts?: AssetName[];
  /** One column for one question, as where somebody signs in. */
  narrow?: boolean;
  /** A browser without scripts reloads after so many seconds: what the page shows is under way. */
  refreshSeconds?: number | undefined;
}

export interface PageOptions {
  status?: number;
  headers?: Record<string, string>;
  /** Other origins that a form of the page may lead to, by a redirect too. */
  formsLeadTo?: string[];
}

/** Makes the answer that is a page of kith. */
export type ShowPage = (page: PageContent, options?: PageOptions) => Response;

export const makeShowPage =
  (assets: Assets): ShowPage =>
  (page, { status = 200, headers = {}, formsLeadTo = [] } = {}) =>
    new Response(`<!DOCTYPE html>${<Layout {...page} assets={assets} />}`, {
      status,
      headers: { 'Content-Type': 'text/html; charset=utf-8', ...pageHeaders(formsLeadTo), ...headers },
    });

const WORDS = {
  skip: 'Skip to the content',
  signOut: 'Sign out',
  pages: 'Pages',
};

/** The pages that everybody who is signed in has at hand. */
const LINKS = [
  { href: '/today', text: 'Today' },
  { href: '/people', text: 'People' },
  { href: '/search', text: 'Search' },
  { href: '/duplicates', text: 'Duplicates' },
  { href: '/settings', text: 'Settings' },
];

function Layout({
  title,
  main,
  email,
  here,
  message,
  scripts = [],
  narrow,
  refreshSeconds,
  assets,
}: PageContent & { assets: Assets }) {
  return (
    <html lang="en" dir="ltr">
      <head>
        <meta charset="utf-8" />
        <title>{title} · kith</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f7f6f2" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#121411" />
        <link rel="icon" href={assets.pathOf('icon.svg')} type="image/svg+xml" />
        <link rel="apple-touch-icon" href={assets.pathOf('icon-192.png')} />
        <link rel="manifest" href="/manifest.webmanifest" />
        <link rel="stylesheet" href={assets.pathOf('styles.css')} />
        <script type="module" src={assets.pathOf('page.js')}></script>
        {refreshSeconds !== undefined && (
          <noscript>
            <meta http-equiv="refresh" content={String(refreshSeconds)} />
          </noscript>
        )}
        {scripts.map((name) => (
          <script type="module" src={assets.pathOf(name)}></script>
        ))}
      </head>
      <body>
        <a class="skip" href="#main">
          {WORDS.skip}
        </a>
        <header class="top">
          <a class="brand" href="/">
            <img src={assets.pathOf('icon.svg')} alt="" width="28" height="28" />
            <span>kith</span>
          </a>
          {email !== undefined && (
            <nav aria-label={WORDS.pages}>
              {LINKS.map(({ href, text }) => (
                <a href={href} aria-current={href === here ? 'page' : undefined}>
                  {text}
                </a>
              ))}
              <form method="post" action="/sign-out">
                <button class="plain" type="submit">
                  {WORDS.signOut}
                </button>
              </form>
            </nav>
          )}
        </header>
        <main id="main" class={narrow ? 'narrow' : undefined}>
          {message && <Notice {...message} />}
          {main}
        </main>
        {email !== undefined && <Shortcuts />}
        <ScriptWords />
      </body>
    </html>
  );
}

/** Says what happened; trouble is read out at once. */
export function Notice({ kind, text }: Message) {
  return (
    <div class={`notice ${kind}`} role={kind === 'danger' ? 'alert' : 'status'}>
      {text}
    </div>
  );
}
