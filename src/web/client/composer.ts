// The form that logs contact: it opens in a row once and closes with Escape, and its people are chosen by name.

export function composer(page: Document): void {
  page.addEventListener('htmx:before:request', (event) => {
    const link = event.target;
    if (!(link instanceof Element) || !link.matches('[data-row-key=l]')) return;
    const open = link.closest('li')?.querySelector<HTMLElement>('form.composer');
    if (!open) return;
    event.preventDefault();
    open.querySelector('textarea')?.focus();
  });
  page.addEventListener('keydown', (event) => {
    const field = event.target as HTMLElement;
    if (event.key === 'Escape') closeRow(field);
    if (event.key === 'Enter' && field.id === 'with') chooseFirst(event, page);
  });
  page.addEventListener('change', ({ target }) => {
    const box = target as HTMLInputElement;
    if (box.checked && box.closest('#candidates')) choose(box, page);
  });
  // A page that Back shows as it was left has the saved text: sent again, it would be saved twice.
  page.addEventListener('submit', ({ target }) => {
    const form = target as HTMLFormElement;
    if (form.matches('.composer')) form.dataset.sent = '';
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && page.querySelector('.composer[data-sent]')) location.reload();
  });
}

function closeRow(field: HTMLElement): void {
  const form = field.closest('li > form.composer');
  const row = form?.closest('li');
  form?.remove();
  row?.querySelector<HTMLElement>('[data-row-key=l]')?.focus();
}

/** Enter in the field of names takes the first name instead of sending the form. */
function chooseFirst(event: KeyboardEvent, page: Document): void {
  const first = page.querySelector<HTMLInputElement>('#candidates input');
  if (!first || event.isComposing) return;
  event.preventDefault();
  first.click();
}

function choose(box: HTMLInputElement, page: Document): void {
  const chosen = page.querySelector<HTMLElement>('.chosen')!;
  const field = page.querySelector<HTMLInputElement>('#with')!;
  const isThere = [...chosen.querySelectorAll('input')].some(({ value }) => value === box.value);
  if (!isThere) chosen.append(box.closest('label')!, ' ');
  field.value = '';
  page.querySelector('#candidates')!.replaceChildren();
  field.focus();
}
