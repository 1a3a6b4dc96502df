// Rows that are selected in a form: one box selects all that are shown, and their number is shown.

export function selection(page: Document): void {
  page.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.form) update(target.form, target);
  });
  page.addEventListener('reset', ({ target }) => {
    const form = target as HTMLFormElement;
    setTimeout(() => update(form));
  });
}

/** Brings boxes and numbers up to date after a change of one box. */
export function update(form: HTMLFormElement, changed?: HTMLInputElement): void {
  const boxes = inputsOf(form, '[name=id], [name=pair]');
  if (boxes.length === 0) return;
  const [everyone] = inputsOf(form, '[name=everyone]');
  if (changed && changed === everyone) for (const box of boxes) box.checked = changed.checked;
  if (changed?.matches('[data-select-all]')) for (const box of boxes) box.checked = changed.checked;
  const ticked = boxes.filter((box) => box.checked).length;
  // All results means all rows: without one of them it is a selection of rows.
  if (everyone && ticked < boxes.length) everyone.checked = false;
  for (const all of inputsOf(form, '[data-select-all]')) {
    all.checked = ticked === boxes.length;
    all.indeterminate = ticked > 0 && ticked < boxes.length;
  }
  const shown = document.querySelector<HTMLElement>('[data-selected-count]');
  if (!shown) return;
  const all = Number(shown.dataset.selectedCount) || undefined;
  shown.textContent = everyone?.checked ? (all?.toLocaleString('en-US') ?? `${ticked}+`) : String(ticked);
}

const inputsOf = (form: HTMLFormElement, selector: string): HTMLInputElement[] =>
  [...form.elements].filter((one): one is HTMLInputElement => one instanceof HTMLInputElement && one.matches(selector));
