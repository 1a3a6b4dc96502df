// Keeps the focus when a part of the page is replaced or a row leaves its list. Without this it falls to the body.

interface SwapContext {
  /** Text if an attribute names it, such as `closest form`. */
  target?: Element | string;
  swap?: string;
}

const FIELDS = ':is(textarea, select, input:not([type=hidden]), summary, button, a)';

export function keepFocus(page: Document): void {
  let find: () => HTMLElement | undefined = () => undefined;
  page.addEventListener('htmx:before:swap', (event) => {
    const { ctx } = (event as CustomEvent<{ ctx?: SwapContext }>).detail;
    const { activeElement: focused } = page;
    const part = ctx?.target instanceof Element ? ctx.target : undefined;
    if (!part || !focused || !part.contains(focused)) find = () => byId(page, focused?.id);
    else if (ctx?.swap?.startsWith('delete')) {
      const neighbor = part.nextElementSibling ?? part.previousElementSibling;
      const next = neighbor?.querySelector<HTMLElement>('a, button') ?? page.querySelector<HTMLElement>('main');
      find = () => next ?? undefined;
    } else find = sameIn(page, part, focused);
  });
  page.addEventListener('htmx:after:swap', () => {
    if (page.activeElement === page.body) find()?.focus();
  });
}

const byId = (page: Document, id = ''): HTMLElement | undefined => (id && page.getElementById(id)) || undefined;

/** The element with the same id, or the summary of the fold that it was in, or the first field of the part. */
function sameIn(page: Document, part: Element, focused: Element): () => HTMLElement | undefined {
  const { id } = part;
  const fold = focused.closest('details')?.querySelector('summary')?.textContent;
  return () => {
    const replaced = page.getElementById(id);
    const summaries = [...(replaced?.querySelectorAll<HTMLElement>('details > summary') ?? [])];
    const summary = summaries.find(({ textContent }) => textContent === fold);
    const fields = [...(replaced?.querySelectorAll<HTMLElement>(FIELDS) ?? [])];
    return [byId(page, focused.id), summary, ...(id.startsWith('part-') ? fields : [])].find((one) =>
      one?.checkVisibility(),
    );
  };
}
