import { createHash } from 'node:crypto';
import type { Assets } from '../layout/assets.ts';
import { offlinePage, PLACE, unsentPage } from '../pages/errors/offline.tsx';
import type { Frame, Pages } from '../requests/frame.ts';
import { INSTALL as WORDS } from '../words/layout.ts';

const OFFLINE = '/offline';
const UNSENT = '/offline/unsent';

/** Makes the web app installable: manifest, service worker, and offline pages. */
export function addInstall(app: Pages, { show }: Pick<Frame, 'show'>, assets: Assets): void {
  app.get('/manifest.webmanifest', () =>
    Response.json(manifest(assets), { headers: { 'Content-Type': 'application/manifest+json', ...FRESH } }),
  );
  app.get('/service-worker.js', async () => {
    const pages = await Promise.all([show(offlinePage()).text(), show(unsentPage()).text()]);
    const shell = {
      name: `kith-${createHash('sha256').update(pages.join()).digest('hex').slice(0, 16)}`,
      offline: OFFLINE,
      unsent: UNSENT,
      place: PLACE,
      assets: (['styles.css', 'page.js', 'icon.svg'] as const).map(assets.pathOf),
    };
    const script = `const SHELL=${JSON.stringify(shell)};\n${assets.textOf('service-worker.js')}`;
    return new Response(script, {
      headers: { 'Content-Type': 'text/javascript; charset=utf-8', ...FRESH, ...OWN_ORIGIN_ALONE },
    });
  });
  app.get(OFFLINE, () => show(offlinePage()));
  app.get(UNSENT, () => show(unsentPage()));
}

/** Revalidated on each request, because it changes with the build. */
const FRESH = { 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' };
const OWN_ORIGIN_ALONE = { 'Content-Security-Policy': "default-src 'none'; connect-src 'self'" };

const manifest = ({ pathOf }: Assets) => ({
  id: '/',
  name: 'kith',
  short_name: 'kith',
  description: WORDS.description,
  lang: 'en',
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#f7f6f2',
  theme_color: '#f7f6f2',
  icons: [
    { src: pathOf('icon.svg'), sizes: 'any', type: 'image/svg+xml' },
    { src: pathOf('icon-192.png'), sizes: '192x192', type: 'image/png' },
    { src: pathOf('icon-512.png'), sizes: '512x512', type: 'image/png' },
    { src: pathOf('icon-maskable.png'), sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  shortcuts: [
    { name: WORDS.today, url: '/today' },
    { name: WORDS.people, url: '/people' },
  ],
});
