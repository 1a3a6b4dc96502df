const PLACEHOLDER = '{zone}';

/** Elements with data-zone offer the browser's time zone if it differs from the user's. */
export function offerTimeZone(page: Document): void {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!zone) return;
  for (const offer of page.querySelectorAll<HTMLElement>('[data-zone]')) {
    if (isSame(zone, offer.dataset.zone!)) continue;
    for (const part of offer.querySelectorAll('span, button'))
      part.textContent = part.textContent.replace(PLACEHOLDER, zone);
    const own = offer.querySelector<HTMLInputElement>('input[name="time_zone"]');
    if (own) own.value = zone;
    else fillIn(offer, zone);
    offer.hidden = false;
  }
}

/** Makes the offer's button fill in the field of the surrounding form. */
function fillIn(offer: HTMLElement, zone: string): void {
  const field = offer.closest('form')?.elements.namedItem(offer.dataset.zoneField ?? '');
  if (!(field instanceof HTMLInputElement)) return;
  offer.querySelector('button')?.addEventListener('click', () => {
    field.value = zone;
    field.focus();
    offer.hidden = true;
  });
}

/** Browsers name a renamed zone differently, such as Asia/Calcutta, so their current offsets and rules are compared too. */
function isSame(one: string, other: string): boolean {
  if (one === other) return true;
  const year = new Date().getFullYear();
  const days = [new Date(Date.UTC(year, 0, 15)), new Date(Date.UTC(year, 6, 15))];
  return days.every((day) => timeIn(one, day) === timeIn(other, day));
}

/** Empty for a zone that this browser does not know. */
function timeIn(timeZone: string, day: Date): string {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(day);
  } catch {
    return '';
  }
}
