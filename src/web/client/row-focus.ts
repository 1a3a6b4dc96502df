// When a row leaves a list, the focus moves to the row after it, or to the one before.

interface SwapContext {
  target?: Element;
  swap?: string;
}

export function rowFocus(page: Document): void {
  let next: HTMLElement | undefined;
  page.addEventListener('htmx:before:swap', (event) => {
    const { ctx } = (event as CustomEvent<{ ctx?: SwapContext }>).detail;
    next = undefined;
    if (!ctx?.swap?.startsWith('delete') || !ctx.target?.contains(page.activeElement)) return;
    const neighbor = ctx.target.nextElementSibling ?? ctx.target.previousElementSibling;
    next = neighbor?.querySelector<HTMLElement>('a, button') ?? page.querySelector<HTMLElement>('main') ?? undefined;
  });
  page.addEventListener('htmx:after:swap', () => {
    next?.focus();
    next = undefined;
  });
}
