import { update } from './selection.ts';

// The list of people as it changes in place: its filters, its rows as one returns to them, and changes of many people.

interface Swap {
  sourceElement: Element;
  target?: Element | undefined;
}

export function peopleList(page: Document): void {
  filterPanel(page);
  keptRows(page);
  bulkChanges(page);
  // A search that changed in place is loaded again when one goes back to it.
  page.addEventListener('htmx:before:history:restore', (event) => {
    event.preventDefault();
    location.reload();
  });
}

function filterPanel(page: Document): void {
  const close = () => {
    const panel = page.querySelector<HTMLElement>('#panel:not([hidden])');
    if (!panel) return;
    const closed = Object.assign(page.createElement('div'), { id: 'panel', hidden: true });
    panel.replaceWith(closed);
    page.querySelector<HTMLElement>('#filter')?.focus();
  };
  page.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[data-close-panel]')) close();
  });
  page.addEventListener('keydown', ({ key, target }) => {
    if (key === 'Escape' && target instanceof Element && target.closest('#panel')) close();
  });
  // Before htmx hears of it.
  page.addEventListener(
    'submit',
    (event) => {
      if (event.submitter?.matches('[data-leaves]')) event.stopPropagation();
    },
    true,
  );
  after(page, ({ sourceElement }) => {
    // The filter is a chip now, and the fields are free for another one.
    if (sourceElement.matches('#short, .question'))
      for (const field of page.querySelectorAll<HTMLInputElement>('#short :is(input, select)')) field.value = '';
    if (page.activeElement !== page.body) return;
    if (!sourceElement.matches('.remove, #chips-clear')) return;
    const chips = [...page.querySelectorAll<HTMLElement>('.chips .remove')];
    (chips.at(-1) ?? page.querySelector<HTMLElement>('#filter'))?.focus();
  });
}

/** How many rows a page shows by itself. */
const ROWS = 50;

/** Keeps the number of rows in the address, so that Back leads to the same rows and the browser to the same place. */
function keptRows(page: Document): void {
  after(page, ({ target }) => {
    if (!target?.matches('tr.more')) return;
    const rows = page.querySelectorAll('#rows [name=id]').length;
    const address = new URL(location.href);
    if (rows <= ROWS || address.searchParams.has('cursor')) return;
    address.searchParams.set('rows', String(rows));
    history.replaceState(history.state, '', address);
  });
}

/** A bulk change closes its menu and updates the list; the selection stays. */
function bulkChanges(page: Document): void {
  // Rows that the browser selected again, as after Back.
  addEventListener('pageshow', () => updateAll(page));
  page.addEventListener('keydown', (event) => {
    const field = event.target;
    if (event.key !== 'Enter' || !(field instanceof HTMLInputElement) || !field.matches('[data-confirms]')) return;
    event.preventDefault();
    field.closest('[popover]')?.querySelector<HTMLElement>('.preview button')?.click();
  });
  let selected: string[] = [];
  page.addEventListener('htmx:before:swap', (event) => {
    const { ctx } = (event as CustomEvent<{ ctx?: Swap }>).detail;
    if (!ctx?.sourceElement.matches('#found')) return;
    selected = [...page.querySelectorAll<HTMLInputElement>('#found :is([name=id], [name=everyone]):checked')].map(
      ({ value }) => value,
    );
  });
  after(page, ({ sourceElement, target }) => {
    if (sourceElement.matches('[data-bulk]')) {
      page.querySelector<HTMLElement>('.menu:popover-open')?.hidePopover();
      const found = page.querySelector('#found');
      if (!found || page.querySelector('#toast progress')) return;
      found.setAttribute('hx-get', location.pathname + location.search);
      page.body.dispatchEvent(new Event('kith:changed'));
    } else if (sourceElement.matches('#found')) {
      const boxes = page.querySelectorAll<HTMLInputElement>('#found :is([name=id], [name=everyone])');
      for (const box of boxes) box.checked = selected.includes(box.value);
      updateAll(page);
    } else if (target?.matches('tr.more')) {
      const everyone = page.querySelector<HTMLInputElement>('[name=everyone]');
      if (everyone?.checked && everyone.form) update(everyone.form, everyone);
      else updateAll(page);
    }
  });
}

function updateAll(page: Document): void {
  const form = page.querySelector<HTMLFormElement>('#selection');
  if (form) update(form);
}

function after(page: Document, work: (swap: Swap) => void): void {
  // After a swap that removed the source, htmx names the target as the source.
  const sources = new WeakMap<object, Element>();
  on('htmx:before:swap', (ctx) => sources.set(ctx, ctx.sourceElement));
  on('htmx:after:swap', (ctx) => {
    const sourceElement = sources.get(ctx) ?? ctx.sourceElement;
    // A target that an attribute names stays text, such as `closest form`.
    work({ sourceElement, target: ctx.target instanceof Element ? ctx.target : undefined });
  });

  function on(name: string, hear: (ctx: { sourceElement: Element; target: unknown }) => void) {
    page.addEventListener(name, (event) => {
      const { ctx } = (event as CustomEvent<{ ctx?: Parameters<typeof hear>[0] }>).detail;
      if (ctx) hear(ctx);
    });
  }
}
