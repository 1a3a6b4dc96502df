import type { Child } from 'hono/jsx';
import { FRAME } from '../words/frame.ts';
import type { AssetName, Assets } from './assets.ts';
import { pageHeaders } from './headers.ts';
import { Sidebar, TabBar } from './navigation.tsx';
import { Palette } from './palette.tsx';
import { ScriptWords } from './script-words.tsx';
import { Shortcuts } from './shortcuts.tsx';

/** What happened. A success floats over the page, anything else is shown above its content. */
export interface Message {
  kind: 'info' | 'success' | 'danger';
  text: Child;
}

export interface PageContent {
  title: string;
  /** The content, with its heading. */
  main: Child;
  /** The signed-in user's address. Without it, the page has no navigation. */
  email?: string | undefined;
  message?: Message | undefined;
  /** The navigation link to mark as current. */
  here?: string;
  /** Scripts that only this page needs. */
  scripts?: AssetName[];
  /** `narrow`: one column for one question, such as signing in. `full`: all the width there is. Default: text width. */
  width?: 'narrow' | 'full';
  /**
   * Its changes in place enter the browser's history. htmx then marks the entry of the page, and Back requests a marked
   * page with GET, even if it is the response to a form.
   */
  hasHistory?: boolean;
  /** A browser without scripts reloads the page after this many seconds, because it shows work in progress. */
  refreshSeconds?: number | undefined;
  /** The page to open instead of this one. */
  refreshTo?: string | undefined;
}

export interface PageOptions {
  status?: number;
  headers?: Record<string, string>;
  /** Other origins to which a form may lead, also with a redirect. */
  formsLeadTo?: string[];
}

/** Renders a page as a response. */
export type ShowPage = (page: PageContent, options?: PageOptions) => Response;

export const makeShowPage =
  (assets: Assets): ShowPage =>
  (page, { status = 200, headers = {}, formsLeadTo = [] } = {}) =>
    new Response(`<!DOCTYPE html>${<Layout {...page} assets={assets} />}`, {
      status,
      headers: { 'Content-Type': 'text/html; charset=utf-8', ...pageHeaders(formsLeadTo), ...headers },
    });

function Layout({
  title,
  main,
  email,
  here,
  message,
  scripts = [],
  width,
  hasHistory,
  refreshSeconds,
  refreshTo,
  assets,
}: PageContent & { assets: Assets }) {
  return (
    <html lang="en" dir="ltr">
      <head>
        <meta charset="utf-8" />
        <title>{FRAME.titleOf(title)}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {!hasHistory && <meta name="htmx-config" content="history:false" />}
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f7f6f2" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#121411" />
        <link rel="icon" href={assets.pathOf('icon.svg')} type="image/svg+xml" />
        <link rel="apple-touch-icon" href={assets.pathOf('icon-192.png')} />
        <link rel="manifest" href="/manifest.webmanifest" />
        <link rel="stylesheet" href={assets.pathOf('styles.css')} />
        <script type="module" src={assets.pathOf('page.js')}></script>
        {refreshSeconds !== undefined && (
          <noscript>
            <meta
              http-equiv="refresh"
              content={refreshTo === undefined ? String(refreshSeconds) : `${refreshSeconds};url=${refreshTo}`}
            />
          </noscript>
        )}
        {scripts.map((name) => (
          <script type="module" src={assets.pathOf(name)}></script>
        ))}
      </head>
      <body class={email === undefined ? undefined : 'app'}>
        <a class="skip" href="#main">
          {FRAME.skip}
        </a>
        {email === undefined ? <Brand assets={assets} /> : <Sidebar here={here} assets={assets} />}
        <main id="main" class={width} tabindex={-1}>
          {message && message.kind !== 'success' && <Notice {...message} />}
          {main}
          {email !== undefined && <Shortcuts />}
        </main>
        <div id="toast" role="status">
          {message?.kind === 'success' && <Toast text={message.text} />}
        </div>
        {email !== undefined && <TabBar here={here} />}
        {email !== undefined && <Palette />}
        <ScriptWords />
      </body>
    </html>
  );
}

const Brand = ({ assets }: { assets: Assets }) => (
  <header class="top">
    <a class="brand" href="/">
      <img src={assets.pathOf('icon.svg')} alt="" width="28" height="28" />
      <span>{FRAME.home}</span>
    </a>
  </header>
);

/** Screen readers interrupt to read an error. */
export const Notice = ({ kind, text }: Message) => (
  <div class={`notice ${kind}`} role={kind === 'danger' ? 'alert' : 'status'}>
    {text}
  </div>
);

/** Stays until it is dismissed, because it may offer Undo. */
const Toast = ({ text }: { text: Child }) => (
  <div class="toast">
    {text}
    <button type="button" class="plain" data-dismiss hidden aria-label={FRAME.dismiss}>
      ✕
    </button>
  </div>
);
