// Reports a failed request beside the form or link that sent it. The page and its input stay as they are. The message
// comes from the page or the response.

interface Refusal {
  error?: string;
  next?: { href: string; text: string };
}

/** The parts of htmx's request that this file reads. */
interface Asked {
  sourceElement: Element;
  request: { signal: AbortSignal };
  response?: { raw: Response };
  swap?: string;
}

/** Responses with these statuses show the form again, with errors at its fields. */
const SHOWN = [400, 409];

/** Reports failed background requests. */
export function tellTroubles(page: Document): void {
  on(page, 'htmx:before:response', async (event, { sourceElement, response, swap }) => {
    const { raw } = response!;
    untell(sourceElement);
    const type = raw.headers.get('content-type') ?? '';
    // A row stays if the server refuses to change it.
    const isKept = swap?.startsWith('delete') && !sourceElement.hasAttribute(`hx-status:${raw.status}`);
    const isShown = raw.ok || (SHOWN.includes(raw.status) && !isKept);
    const isForm = sourceElement instanceof HTMLFormElement;
    // The refusal is another page, with conflicts to resolve. The form takes effect once, even if it is sent again.
    if (isForm && !raw.ok && isShown && sourceElement.dataset.wholePage !== undefined) {
      event.preventDefault();
      return sourceElement.submit();
    }
    if (type.startsWith('text/html') && isShown) return;
    event.preventDefault();
    tell(sourceElement, await refusalOf(raw, type));
  });
  on(page, 'htmx:error', (_, { sourceElement, request }) => {
    tell(sourceElement, { error: words(request.signal.aborted ? 'late' : 'unreachable') });
  });
}

/** Keeps a form on the page while there is no connection. The browser would leave the page and lose the input. */
export function keepUnsent(page: Document): void {
  const passed = new WeakSet<HTMLFormElement>();
  page.addEventListener('submit', async (event) => {
    const form = event.target as HTMLFormElement;
    if (navigator.onLine || event.defaultPrevented || form.getAttribute('method') !== 'post') return;
    if (passed.delete(form)) return;
    event.preventDefault();
    untell(form);
    // A local service needs no network.
    if (!(await isReachable(page))) return tell(form, { error: words('unreachable') });
    passed.add(form);
    form.requestSubmit(event.submitter);
  });
}

const isReachable = (page: Document): Promise<boolean> =>
  fetch(page.querySelector<HTMLLinkElement>('link[rel=icon]')!.href, { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );

async function refusalOf(answer: Response, type: string): Promise<Refusal> {
  if (type.startsWith('application/json')) return answer.json().catch(() => ({ error: words('unreachable') }));
  const often: Record<number, string> = { 413: 'large', 429: 'often' };
  return { error: words(often[answer.status] ?? (answer.status >= 500 ? 'unreachable' : 'refused')) };
}

const words = (name: string): string => document.querySelector<HTMLElement>('#words')!.dataset[name]!;

/** Shows the message at the end of the form, or after the element that sent the request. */
function tell(sent: Element, { error = words('refused'), next }: Refusal): void {
  untell(sent);
  // The user did not request the lists of the sidebar, and its links work without them.
  if (sent.id === 'lists') return;
  const notice = document.createElement('p');
  notice.className = 'notice danger told';
  notice.role = 'alert';
  notice.textContent = error;
  if (next) {
    const link = document.createElement('a');
    Object.assign(link, { href: next.href, textContent: next.text, target: '_blank', rel: 'noopener' });
    notice.append(' ', link);
  }
  const form = sent.closest('form');
  if (form) {
    form.append(notice);
    const menu = form.closest('details');
    if (menu) menu.open = true;
  } else sent.after(notice);
}

function untell(sent: Element): void {
  const place = sent.closest('form') ?? sent.parentElement;
  for (const notice of place?.querySelectorAll(':scope > .told') ?? []) notice.remove();
}

function on(page: Document, name: string, hear: (event: Event, asked: Asked) => void): void {
  page.addEventListener(name, (event) => {
    const { ctx } = (event as CustomEvent<{ ctx?: Asked }>).detail;
    if (ctx) hear(event, ctx);
  });
}
