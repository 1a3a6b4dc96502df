import { element } from './element.ts';
import type { Surroundings } from './host.ts';

/** Applies the client's appearance. Unspecified values keep kith's defaults. */
export function surround({ theme, styles, safeAreaInsets, displayMode }: Surroundings): void {
  const { style, dataset } = document.documentElement;
  if (theme === 'light' || theme === 'dark') style.colorScheme = theme;
  for (const [name, value] of Object.entries(styles?.variables ?? {}))
    if (name.startsWith('--') && value !== undefined) style.setProperty(name, value);
  if (styles?.css?.fonts !== undefined) document.head.append(element('style', '', styles.css.fonts));
  for (const [side, width] of Object.entries(safeAreaInsets ?? {}))
    document.body.style.setProperty(`padding-${side}`, `${width}px`);
  if (displayMode === undefined) return;
  // Back in the conversation, the view is short again.
  if (displayMode === 'inline' && dataset.mode === 'fullscreen')
    for (const open of document.querySelectorAll('.all')) open.classList.remove('all');
  dataset.mode = displayMode;
}
