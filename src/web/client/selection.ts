// In a form of rows with boxes, one box ticks all that are shown, and it is told how many are.

export function selection(page: Document): void {
  page.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.form) return;
    const boxes = [...target.form.querySelectorAll<HTMLInputElement>('input[name=id]')];
    if (boxes.length === 0) return;
    if (target.matches('[data-select-all]')) for (const box of boxes) box.checked = target.checked;
    const ticked = boxes.filter((box) => box.checked).length;
    const all = target.form.querySelector<HTMLInputElement>('[data-select-all]');
    if (all) {
      all.checked = ticked === boxes.length;
      all.indeterminate = ticked > 0 && ticked < boxes.length;
    }
    const told = target.form.querySelector<HTMLElement>('[data-selected-text]');
    if (told) told.textContent = ticked > 0 ? `(${ticked} ${told.dataset.selectedText})` : '';
  });
}
