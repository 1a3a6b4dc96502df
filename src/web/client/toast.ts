// The floating message about what was just done. Its parameters leave the address, so that a reload does not repeat it.

const MESSAGE_PARAMETERS = [
  'done',
  'of',
  'note',
  'was',
  'tag',
  'group',
  'reminder',
  'view',
  'last',
  'others',
  'due',
  'merged',
  'failed',
  'failures',
  'unchosen',
  'undo',
  'wait',
];

export function toast(page: Document): void {
  const address = new URL(location.href);
  if (address.searchParams.has('done')) {
    for (const name of MESSAGE_PARAMETERS) address.searchParams.delete(name);
    history.replaceState(history.state, '', address);
  }
  const place = page.querySelector<HTMLElement>('#toast');
  if (!place) return;
  const showButtons = () => {
    for (const button of place.querySelectorAll<HTMLElement>('[data-dismiss]')) button.hidden = false;
  };
  showButtons();
  new MutationObserver(showButtons).observe(place, { childList: true });
  place.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[data-dismiss]')) place.replaceChildren();
  });
}
