const SHOWN_MS = 2_000;

/** Buttons with data-copy put the text of the element with that id into the clipboard, and say so for a moment. */
export function copyButtons(page: Document): void {
  for (const button of page.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
    const text = page.getElementById(button.dataset.copy!)?.textContent;
    const said = button.querySelector('span');
    if (!text || !said || !navigator.clipboard) continue;
    button.hidden = false;
    const before = said.textContent;
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(text);
      said.textContent = button.dataset.copied!;
      setTimeout(() => {
        said.textContent = before;
      }, SHOWN_MS);
    });
  }
}
