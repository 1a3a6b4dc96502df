// A menu closes with Escape, and when something outside of it is clicked. A form that unfolds takes the focus.

export function menus(page: Document): void {
  const close = (isOutside: (menu: HTMLDetailsElement) => boolean) => {
    for (const menu of page.querySelectorAll<HTMLDetailsElement>('details.menu[open]'))
      if (isOutside(menu)) menu.open = false;
  };
  page.addEventListener('click', ({ target }) => close((menu) => !menu.contains(target as Node)));
  page.addEventListener('keydown', ({ key, target }) => {
    if (key !== 'Escape') return;
    const fold = (target as Element).closest<HTMLDetailsElement>('details.menu[open], details[open]:has(> form)');
    close(() => true);
    if (!fold) return;
    fold.open = false;
    fold.querySelector('summary')?.focus();
  });
  page.addEventListener('toggle', ({ target }) => focusForm(page, target), true);
}

/** Moves the focus from the summary that was just pressed to the first field of its form. */
function focusForm(page: Document, fold: EventTarget | null): void {
  if (!(fold instanceof HTMLDetailsElement) || !fold.open || fold.matches('.menu')) return;
  if (page.activeElement !== fold.querySelector('summary')) return;
  fold.querySelector<HTMLElement>('form :is(textarea, select, input:not([type=hidden], [type=file]))')?.focus();
}
