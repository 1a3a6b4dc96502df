// The command palette: Ctrl K or the search field of the navigation opens it, arrow keys choose, Enter runs.

export function palette(page: Document): void {
  const dialog = page.querySelector<HTMLDialogElement>('#palette');
  const input = dialog?.querySelector('input');
  if (!dialog || !input) return;
  page.addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    event.preventDefault();
    open(dialog, input);
  });
  page.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest('[data-palette]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open(dialog, input);
  });
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close();
  });
  // Someone who types fast presses Enter before the list has followed.
  let isWaiting = false;
  const isCurrent = () => dialog.querySelector<HTMLElement>('#palette-results')?.dataset.query === input.value.trim();
  input.addEventListener('input', () => {
    isWaiting = false;
  });
  page.addEventListener('htmx:after:swap', () => {
    if (!isWaiting || !isCurrent()) return;
    isWaiting = false;
    dialog.querySelector<HTMLElement>('li :is(a, button)')?.click();
  });
  dialog.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    const rows = [...dialog.querySelectorAll<HTMLElement>('li :is(a, button)')];
    const at = rows.indexOf(page.activeElement as HTMLElement);
    if (event.key === 'Enter' && at < 0) {
      event.preventDefault();
      isWaiting = !isCurrent();
      if (!isWaiting) rows[0]?.click();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    (rows[at + step] ?? input).focus();
  });
  // A fast person opens it before htmx has started.
  input.addEventListener('htmx:after:init', () => {
    if (dialog.open) input.dispatchEvent(new Event('open'));
  });
  // A command may lead to a part of this page.
  dialog.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a')) dialog.close();
  });
}

function open(dialog: HTMLDialogElement, input: HTMLInputElement): void {
  if (!dialog.open) dialog.showModal();
  input.select();
  input.dispatchEvent(new Event('open'));
}
