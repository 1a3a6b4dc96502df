import { update } from './selection.ts';

// Merges in the list of duplicates: merged rows leave, their counts follow, and the list is loaded again after changes of
// many rows.

interface Swap {
  sourceElement: Element;
  target?: Element | string;
  swap?: string;
}

export function duplicates(page: Document): void {
  let leaving: HTMLElement | undefined;
  let source: Element | undefined;
  let group: string | undefined;
  on('htmx:before:swap', ({ sourceElement, target, swap }) => {
    source = sourceElement;
    const isRow = swap?.startsWith('delete') && target instanceof Element;
    group = isRow ? target.querySelector<HTMLInputElement>('[name=pair]')?.value : undefined;
    leaving = isRow ? (target.closest<HTMLElement>('.suggestions section.card') ?? undefined) : undefined;
  });
  on('htmx:after:swap', () => {
    if (leaving) afterRow(page, leaving, group);
    else if (source?.matches('[data-merges]') && !page.querySelector('#toast progress')) afterMany(page, source);
    else if (source?.matches('#found[tabindex]')) afterReload(page);
    leaving = source = undefined;
  });

  function on(name: string, hear: (swap: Swap) => void) {
    page.addEventListener(name, (event) => {
      const { ctx } = (event as CustomEvent<{ ctx?: Swap }>).detail;
      if (ctx) hear(ctx);
    });
  }
}

/** A row left: its section has one less, and goes when it was the last. */
function afterRow(page: Document, section: HTMLElement, group: string | undefined): void {
  freshKeys(page);
  withoutGroup(page, group);
  const heading = section.querySelector('h2')!;
  heading.textContent = heading.textContent!.replace(/[\d,]+/, lessOne);
  if (section.querySelector('[data-rows] > li')) return;
  section.remove();
  if (!page.querySelector('#found [data-rows]')) reload(page);
}

/** The button for all certain duplicates leaves out a group that was merged. */
function withoutGroup(page: Document, group: string | undefined): void {
  const form = page.querySelector<HTMLFormElement>('[data-certain]');
  const field = form?.querySelector<HTMLInputElement>('[name=groups]');
  const groups = field?.value.split('.') ?? [];
  if (!form || !field || !groups.includes(group ?? '')) return;
  // The row that is left has a button of its own.
  if (groups.length <= 2) {
    form.remove();
    return;
  }
  field.value = groups.filter((one) => one !== group).join('.');
  const button = form.querySelector('button')!;
  button.textContent = button.textContent!.replace(/[\d,]+/, lessOne);
}

/** Selected rows were merged. What could not be merged is in the list again. */
function afterMany(page: Document, source: Element): void {
  const isSelected = source.closest('.bulk') !== null;
  const gone = isSelected
    ? '#found li:has([name=pair]:checked)'
    : source.matches('[data-certain]')
      ? '#part-certain'
      : '';
  if (gone) for (const part of page.querySelectorAll(gone)) part.remove();
  const form = page.querySelector<HTMLFormElement>('#selection');
  if (form) update(form);
  freshKeys(page);
  reload(page);
}

/** A list that was replaced gets the focus that was in it. The first list of a page leaves it at the top. */
function afterReload(page: Document): void {
  if (page.activeElement === page.body) page.querySelector<HTMLElement>('#found')?.focus({ preventScroll: true });
}

function reload(page: Document): void {
  page.querySelector('#found')?.setAttribute('aria-busy', 'true');
  page.body.dispatchEvent(new Event('kith:merged'));
}

/** The forms stay on the page, so each change needs a key of its own. */
function freshKeys(page: Document): void {
  for (const field of page.querySelectorAll<HTMLInputElement>('#found [name=key]')) field.value = crypto.randomUUID();
}

const lessOne = (count: string): string => (Number(count.replaceAll(',', '')) - 1).toLocaleString('en-US');
