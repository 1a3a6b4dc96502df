import { element } from './element.ts';
import type { Stage } from './stage.ts';
import { NAMELESS, NOTE_TYPES, WORDS } from './words.ts';

interface Person {
  id: string;
  full_name?: string | undefined;
}

/** A button and the form that it opens. */
type Opener = readonly [button: HTMLElement, form: HTMLElement];

let fields = 0;

/** Verbs on a person that write to kith, and their forms. `saved` gets a new note. */
export function writing(stage: Stage, person: Person, saved?: (note: string, type: string) => void): Opener[] {
  return stage.canAct ? [log(stage, person, saved), remind(stage, person)] : [];
}

/** A form for a note about a person. */
export function log(
  stage: Stage,
  { id, full_name = NAMELESS }: Person,
  saved?: (note: string, type: string) => void,
): Opener {
  const area = element('textarea', { dir: 'auto', rows: '2' });
  const options = Object.entries(NOTE_TYPES).map(([value, text]) => element('option', { value }, text));
  const type = element('select', { 'aria-label': WORDS.note.type }, options);
  return opener(WORDS.note.verb, full_name, labeled(WORDS.note.text, area), type, (close) =>
    stage.button(
      WORDS.note.save,
      async (once) => {
        const note = area.value.trim();
        if (note === '') return area.focus();
        const about = { timeline_items_contacts: [{ contact_id: id }], meeting_type: type.value };
        await stage.call('create_note', { note, ...about, ...once });
        saved?.(note, type.value);
        area.value = '';
        close();
        stage.done(WORDS.note.saved(full_name));
      },
      { kind: 'primary' },
    ),
  );
}

/** A form for a reminder about a person, for next week unless another date is chosen. */
function remind(stage: Stage, { id, full_name = NAMELESS }: Person): Opener {
  const what = element('input', { type: 'text', dir: 'auto' });
  const day = element('input', {
    type: 'date',
    'aria-label': WORDS.reminder.day,
    value: stage.times.inDays(7),
    min: stage.times.inDays(0),
  });
  return opener(WORDS.reminder.verb, full_name, labeled(WORDS.reminder.text, what), day, (close) =>
    stage.button(
      WORDS.reminder.save,
      async (once) => {
        const text = what.value.trim();
        const empty = text === '' ? what : day.value === '' ? day : undefined;
        if (empty) return empty.focus();
        const about = { reminders_contacts: [{ contact_id: id }], due_at_date: day.value };
        await stage.call('create_reminder', { text, ...about, ...once });
        what.value = '';
        close();
        stage.done(WORDS.reminder.saved(text));
      },
      { kind: 'primary' },
    ),
  );
}

function opener(
  label: string,
  of: string,
  input: HTMLElement,
  choice: HTMLElement,
  save: (close: () => void) => HTMLElement,
): Opener {
  const show = (isOpen: boolean) => {
    form.hidden = !isOpen;
    button.ariaExpanded = String(isOpen);
  };
  const close = () => {
    show(false);
    button.focus();
  };
  const form = element('div', { class: 'form', hidden: true, 'data-acts': true }, input, choice, save(close));
  const button = element(
    'button',
    { type: 'button', 'aria-expanded': 'false', 'data-acts': true, click: toggle },
    label,
    element('span', 'unseen', ` ${of}`),
  );
  return [button, form];

  function toggle(): void {
    show(button.ariaExpanded === 'false');
    if (!form.hidden) form.querySelector<HTMLElement>('textarea, input')!.focus();
  }
}

function labeled(label: string, input: HTMLElement): HTMLElement {
  input.id = `field-${++fields}`;
  return element('div', '', element('label', { for: input.id }, label), input);
}
