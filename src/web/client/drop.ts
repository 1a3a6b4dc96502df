// A file dropped anywhere on a page with a form[data-drop] goes into its field and is sent. All words come with the form.

export function dropForm(page: Document): void {
  const form = page.querySelector<HTMLFormElement>('form[data-drop]');
  const input = form?.querySelector<HTMLInputElement>('input[type=file]');
  if (!form || !input) return;
  const { dataset } = form;

  page.addEventListener('dragover', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    // Else the browser would open the file in place of the page.
    event.preventDefault();
    dataset.over = '';
  });
  page.addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) delete dataset.over;
  });
  page.addEventListener('drop', (event) => {
    const files = event.dataTransfer?.files;
    if (!files || files.length === 0) return;
    event.preventDefault();
    delete dataset.over;
    if (files.length > 1) return tell(form, dataset.several);
    input.files = files;
    if (fits()) form.requestSubmit();
  });
  input.addEventListener('change', fits);
  const button = form.querySelector('button')!;
  const { textContent: name } = button;
  // On the document, so that whatever else may stop the form has done so by then.
  page.addEventListener('submit', (event) => {
    if (event.target !== form || event.defaultPrevented) return;
    if (button.ariaBusy === 'true' || !fits()) return event.preventDefault();
    button.ariaBusy = 'true';
    button.textContent = dataset.sending!;
  });

  // Going back, a browser may show the page as it was left.
  window.addEventListener('pageshow', () => {
    button.ariaBusy = null;
    button.textContent = name;
  });

  /** Says at once what would be refused after minutes of sending. */
  function fits(): boolean {
    const isLarge = (input!.files?.[0]?.size ?? 0) > Number(dataset.most);
    tell(form!, isLarge ? dataset.large : undefined);
    return !isLarge;
  }
}

function tell(form: HTMLFormElement, text: string | undefined): void {
  const place = form.querySelector<HTMLElement>('[role=alert]')!;
  place.textContent = text ?? '';
  place.hidden = !text;
}
