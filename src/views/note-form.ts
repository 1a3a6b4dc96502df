import { NAMELESS } from '../web/words/person.ts';
import { element } from './element.ts';
import type { Stage } from './stage.ts';
import { WORDS } from './words.ts';

let fields = 0;

/** A collapsed form for a note about a person. */
export function noteForm(
  stage: Stage,
  { id, full_name = NAMELESS }: { id: string; full_name?: string | undefined },
): HTMLElement {
  const words = WORDS.note;
  const field = `note-${++fields}`;
  const area = element('textarea', { id: field, class: 'short', dir: 'auto', rows: '3' });
  const form = element(
    'details',
    'wide',
    element('summary', '', words.write, element('span', 'unseen', ` ${full_name}`)),
    element('label', { for: field }, words.text),
    area,
    stage.button(
      words.save,
      async (once) => {
        const note = area.value.trim();
        if (note === '') return area.focus();
        await stage.call('create_note', { note, timeline_items_contacts: [{ contact_id: id }], ...once });
        area.value = '';
        form.open = false;
        stage.done(words.saved(full_name));
      },
      { kind: 'primary' },
    ),
  );
  return form;
}
