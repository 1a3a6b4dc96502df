import { element } from './element.ts';
import type { Stage } from './stage.ts';

interface Pictured {
  full_name?: string | undefined;
  image_url?: string | undefined;
}

/** Shows a name's initials, replaced by the photo once it has loaded. */
export function face(stage: Stage, { full_name = '', image_url = '' }: Pictured): HTMLElement {
  const letters = full_name.split(/\s+/).map((word) => [...word][0] ?? '');
  const made = element('span', { class: 'face', 'aria-hidden': 'true' }, letters.slice(0, 2).join(''));
  stage.photo(image_url).then(
    (src) => src.startsWith('data:image/') && made.replaceWith(element('img', { class: 'face', src, alt: '' })),
    () => {},
  );
  return made;
}
