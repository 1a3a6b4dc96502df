// Keyboard shortcuts: a key focuses the field or clicks the link or button with its data-key. In a list, `j` and `k`
// move between rows, and `x` selects a row. The list of shortcuts can turn them off, for voice control and accidental
// keys.

const KEPT = 'kith.keys';

export function pageKeys(page: Document): void {
  keySwitch(page);
  page.addEventListener('keydown', savesForm);
  page.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof HTMLElement && isTypedInto(event.target)) return;
    if (!areOn()) return;
    const key = CSS.escape(event.key);
    if (goesTo(event)) return;
    // An element of the page takes precedence over one of the frame.
    const element =
      page.querySelector<HTMLElement>(`main [data-key="${key}"]`) ??
      page.querySelector<HTMLElement>(`[data-key="${key}"]`);
    if (!element) return rowKey(page, event);
    event.preventDefault();
    if (isTypedInto(element)) element.focus();
    else element.click();
  });
}

/** Ctrl+Enter or Command+Enter in a field with data-saves submits its form. */
function savesForm(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing || event.repeat) return;
  const field = event.target;
  if (!(field instanceof HTMLTextAreaElement) || field.dataset.saves === undefined) return;
  event.preventDefault();
  field.form?.requestSubmit();
}

/** For all windows of this browser: another window may have changed it. */
const areOn = (): boolean => localStorage.getItem(KEPT) !== 'off';

function keySwitch(page: Document): void {
  const box = page.querySelector<HTMLInputElement>('#keys-on');
  if (!box) return;
  const list = box.closest<HTMLElement>('[popover]')!;
  list.addEventListener('beforetoggle', () => {
    box.checked = areOn();
  });
  box.addEventListener('change', () => localStorage.setItem(KEPT, box.checked ? 'on' : 'off'));
  box.closest<HTMLElement>('[hidden]')!.hidden = false;
}

const PLACES: Record<string, string> = { t: '/today', p: '/people', d: '/duplicates', s: '/settings' };
let isAfterG = false;

/** `g` followed by the letter of a page. */
function goesTo({ key }: KeyboardEvent): boolean {
  const path = isAfterG ? PLACES[key] : undefined;
  isAfterG = key === 'g';
  if (path) location.assign(path);
  return path !== undefined;
}

const isTypedInto = (element: HTMLElement): boolean =>
  element.isContentEditable || element.matches('input:not([type=checkbox], [type=radio]), textarea, select');

const STEPS: Record<string, number> = { j: 1, k: -1 };

function rowKey(page: Document, event: KeyboardEvent): void {
  const rows = [...page.querySelectorAll<HTMLElement>('.people tr:has([name=id]), [data-rows] > li')];
  const here = rows.findIndex((row) => row.contains(page.activeElement));
  // The key of a row clicks its link or button.
  const own = rows[here]?.querySelector<HTMLElement>(`[data-row-key="${CSS.escape(event.key)}"]`);
  const step = STEPS[event.key];
  const to = step === undefined ? undefined : rows[here < 0 ? 0 : here + step];
  const box = event.key === 'x' ? rows[here]?.querySelector<HTMLElement>('[name=id]') : undefined;
  if (!to && !box && !own) return;
  event.preventDefault();
  own?.click();
  to?.querySelector<HTMLElement>('a, button')?.focus();
  box?.click();
}
