// A menu closes with Escape, and when something outside of it is clicked.

export function menus(page: Document): void {
  const close = (isOutside: (menu: HTMLDetailsElement) => boolean) => {
    for (const menu of page.querySelectorAll<HTMLDetailsElement>('details.menu[open]'))
      if (isOutside(menu)) menu.open = false;
  };
  page.addEventListener('click', ({ target }) => close((menu) => !menu.contains(target as Node)));
  page.addEventListener('keydown', ({ key, target }) => {
    if (key !== 'Escape') return;
    const menu = (target as Element).closest<HTMLDetailsElement>('details.menu[open]');
    close(() => true);
    menu?.querySelector('summary')?.focus();
  });
}
