import { hueOf, initialsOf } from '../web/words/face.ts';
import { element } from './element.ts';
import type { Stage } from './stage.ts';

interface Pictured {
  id: string;
  full_name?: string | undefined;
  image_url?: string | undefined;
}

/** Shows a name's initials, replaced by the photo once it has loaded. */
export function face(stage: Stage, { id, full_name = '', image_url = '' }: Pictured): HTMLElement {
  const made = element('span', { class: 'face', 'aria-hidden': 'true' }, initialsOf(full_name));
  made.style.background = `hsl(${hueOf(id) * 60 + 160} 26% 36%)`;
  stage.photo(image_url).then(
    (src) => src.startsWith('data:image/') && made.replaceWith(element('img', { class: 'face', src, alt: '' })),
    () => {},
  );
  return made;
}
