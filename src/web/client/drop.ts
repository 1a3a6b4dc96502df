import { reducedPicture } from './reduced-picture.ts';

// A file dropped anywhere on a page with a form[data-drop] goes into its field and is sent. If the form has data-paste,
// a pasted file does too. All words come with the form, which a change in place may replace.

interface Target {
  form: HTMLFormElement;
  input: HTMLInputElement;
}

export function dropForm(page: Document): void {
  if (!target()) return;
  // A picture of the page itself can be dragged too.
  let isOwn = false;
  page.addEventListener('dragstart', () => {
    isOwn = true;
  });
  page.addEventListener('dragend', () => {
    isOwn = false;
  });
  page.addEventListener('dragover', (event) => {
    if (isOwn || !event.dataTransfer?.types.includes('Files')) return;
    // Otherwise the browser would open the file in place of the page.
    event.preventDefault();
    const zone = zoneOf(target());
    if (zone) zone.dataset.over = '';
  });
  page.addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) delete zoneOf(target())?.dataset.over;
  });
  page.addEventListener('drop', (event) => {
    const files = event.dataTransfer?.files;
    if (isOwn || !files || files.length === 0) return;
    event.preventDefault();
    delete zoneOf(target())?.dataset.over;
    void send(files);
  });
  page.addEventListener('paste', (event) => {
    const files = event.clipboardData?.files;
    const isText = event.target instanceof Element && event.target.closest('input, textarea');
    if (isText || !files || files.length === 0 || target()?.form.dataset.paste === undefined) return;
    event.preventDefault();
    void send(files);
  });
  page.addEventListener('change', (event) => {
    const place = target();
    if (place && event.target === place.input) void fits(place);
  });
  // On the document, so that anything that stops the form has done so by then.
  page.addEventListener('submit', (event) => {
    const place = target();
    if (!place || event.target !== place.form || event.defaultPrevented) return;
    const { form } = place;
    const button = form.querySelector('button')!;
    if (button.ariaBusy === 'true' || !isSmall(place)) return event.preventDefault();
    button.ariaBusy = 'true';
    button.dataset.name = button.textContent;
    button.textContent = form.dataset.sending!;
  });
  // Going back, a browser may show the page as it was left.
  window.addEventListener('pageshow', () => {
    const button = target()?.form.querySelector('button');
    if (!button?.ariaBusy) return;
    button.ariaBusy = null;
    button.textContent = button.dataset.name ?? '';
  });

  function target(): Target | undefined {
    const form = page.querySelector<HTMLFormElement>('form[data-drop]');
    const input = form?.querySelector<HTMLInputElement>('input[type=file]');
    return form && input ? { form, input } : undefined;
  }

  async function send(files: FileList): Promise<void> {
    const place = target();
    if (!place) return;
    if (files.length > 1) return tell(place.form, place.form.dataset.several);
    place.input.files = files;
    if (await fits(place)) place.form.requestSubmit();
  }
}

const zoneOf = (place: Target | undefined): HTMLElement | undefined =>
  place && (place.form.closest<HTMLElement>('[data-drop-zone]') ?? place.form);

/** Reduces a picture if the form wants it, and reports a file that is still too large before it is sent. */
async function fits(place: Target): Promise<boolean> {
  const { form, input } = place;
  const side = Number(form.dataset.reduce);
  const file = input.files?.[0];
  const reduced = file && side ? await reducedPicture(file, side) : undefined;
  // Another file may have been chosen in the meantime.
  if (reduced && input.files?.[0] === file) {
    const list = new DataTransfer();
    list.items.add(reduced);
    input.files = list.files;
  }
  return isSmall(place);
}

function isSmall({ form, input }: Target): boolean {
  const isLarge = (input.files?.[0]?.size ?? 0) > Number(form.dataset.most);
  tell(form, isLarge ? form.dataset.large : undefined);
  return !isLarge;
}

function tell(form: HTMLFormElement, text: string | undefined): void {
  const place = form.querySelector<HTMLElement>('[role=alert]')!;
  place.textContent = text ?? '';
  place.hidden = !text;
  const menu = form.closest('details');
  if (text && menu) menu.open = true;
}
