// Today: when a row leaves the people to reach, the counts follow, and the list is loaded again after its last row.

const SHOWN = 7;

interface SwapContext {
  target?: Element;
  swap?: string;
}

export function today(page: Document): void {
  let isLeaving = false;
  page.addEventListener('htmx:before:swap', (event) => {
    const { ctx } = (event as CustomEvent<{ ctx?: SwapContext }>).detail;
    isLeaving = !!ctx?.swap?.startsWith('delete') && !!ctx.target?.closest('#part-reach');
  });
  page.addEventListener('htmx:after:swap', () => {
    if (!isLeaving) return;
    isLeaving = false;
    const section = page.querySelector<HTMLElement>('#part-reach')!;
    const rows = section.querySelectorAll('[data-rows] > li').length;
    for (const place of page.querySelectorAll<HTMLElement>('[data-left]'))
      place.textContent = place.textContent!.replace(/[\d,]+/, lessOne);
    section.querySelector('[data-shown]')!.textContent = String(Math.min(rows, SHOWN));
    if (rows === 0) section.querySelector('[hx-trigger=refill]')?.dispatchEvent(new CustomEvent('refill'));
  });
}

const lessOne = (count: string): string => (Number(count.replaceAll(',', '')) - 1).toLocaleString('en-US');
