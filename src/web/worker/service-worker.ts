import { CONTROL_FIELDS } from '../layout/control-fields.ts';

// Serves an offline page without a connection, and returns an unsent form with its input. It caches these two pages and
// the assets, and no personal data.

declare const self: ServiceWorkerGlobalScope;

/** Prepended to this script by the service: see src/web/routes/install.ts. */
declare const SHELL: {
  /** Changes with each build, so that old entries are deleted. */
  name: string;
  offline: string;
  unsent: string;
  /** The placeholder of the form in the unsent page. */
  place: string;
  assets: string[];
};

self.addEventListener('install', (event) => {
  event.waitUntil(keepShell());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([dropOthers(), self.clients.claim(), self.registration.navigationPreload.enable()]));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (request.mode === 'navigate' && request.method === 'GET') event.respondWith(page(event));
  // The service receives requests of other origins unchanged.
  else if (request.mode === 'navigate' && request.referrer.startsWith(`${origin}/`)) event.respondWith(sent(request));
  else if (request.method === 'GET' && pathname.startsWith('/assets/')) event.respondWith(asset(request));
});

async function keepShell(): Promise<void> {
  const cache = await caches.open(SHELL.name);
  const paths = [SHELL.offline, SHELL.unsent, ...SHELL.assets];
  // Without cookies: the files are the same for all users.
  await cache.addAll(paths.map((path) => new Request(path, { credentials: 'omit' })));
  await self.skipWaiting();
}

async function dropOthers(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== SHELL.name).map((name) => caches.delete(name)));
}

const asset = async (request: Request): Promise<Response> => (await caches.match(request)) ?? fetch(request);

async function page({ request, preloadResponse }: FetchEvent): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    // Going back may ask the HTTP cache alone, which may not have the page. No other request is repeated: the repeated one
    // comes from this origin, even if another site sent the first one.
    const isAgain = request.cache === 'only-if-cached' || isHistoryNavigation(request);
    const loaded = isAgain ? await fetch(request.url, { redirect: 'manual' }).catch(() => undefined) : undefined;
    return loaded ?? shown(SHELL.offline, (text) => text);
  }
}

/** Whether the browser goes back or forward. Not yet in the library's types. */
const isHistoryNavigation = (request: Request): boolean =>
  (request as Request & { isHistoryNavigation?: boolean }).isHistoryNavigation === true;

async function sent(request: Request): Promise<Response> {
  const copy = request.clone();
  try {
    return await fetch(request);
  } catch {
    // The response to a form is not cached. The connection may be fine, so the page with the form is loaded again.
    if (isHistoryNavigation(request)) return Response.redirect(request.referrer);
    const isForm = copy.headers.get('content-type')?.startsWith('application/x-www-form-urlencoded');
    // If the user goes back, the browser still has the form.
    if (!isForm) return shown(SHELL.offline, (text) => text);
    const form = formAgain(copy.url, [...new URLSearchParams(await copy.text())]);
    return shown(SHELL.unsent, (text) => text.replace(SHELL.place, () => form));
  }
}

async function shown(path: string, change: (text: string) => string): Promise<Response> {
  const kept = await caches.match(path);
  if (!kept) return Response.error();
  return new Response(change(await kept.text()), { status: 503, headers: kept.headers });
}

/** Wraps the page's button in the form. */
function formAgain(url: string, fields: [string, string][]): string {
  const typed = fields
    .filter(([name, value]) => !CONTROL_FIELDS.test(name) && value.trim() !== '')
    .map(([, value]) => value);
  const hidden = fields.map(([name, value]) => `<input type="hidden" name="${inHtml(name)}" value="${inHtml(value)}">`);
  const text = typed.length === 0 ? '' : inHtml(typed.join('\n'));
  const shownText = `<textarea readonly aria-labelledby="typed" dir="auto">\n${text}</textarea>`;
  return `<form id="again" class="field" method="post" action="${inHtml(url)}">${hidden.join('')}${typed.length > 0 ? shownText : ''}</form>`;
}

const inHtml = (text: string): string => text.replace(/[&<>"'\r]/g, (character) => `&#${character.charCodeAt(0)};`);
