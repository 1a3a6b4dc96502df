// A key does what the element with its data-key does: a field gets the focus, a link or a button is followed.

export function pageKeys(page: Document): void {
  page.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof HTMLElement && isTypedInto(event.target)) return;
    const key = CSS.escape(event.key);
    // What a page has itself comes before what every page has.
    const element =
      page.querySelector<HTMLElement>(`main [data-key="${key}"]`) ??
      page.querySelector<HTMLElement>(`[data-key="${key}"]`);
    if (!element) return;
    event.preventDefault();
    if (isTypedInto(element)) element.focus();
    else element.click();
  });
}

const isTypedInto = (element: HTMLElement): boolean =>
  element.isContentEditable || element.matches('input:not([type=checkbox], [type=radio]), textarea, select');
