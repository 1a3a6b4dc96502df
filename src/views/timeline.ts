import { element } from './element.ts';
import { beginning, empty, fold, warningLines } from './parts.ts';
import { list, maybe, object, type Read, text } from './reading.ts';
import type { Stage } from './stage.ts';
import { HAPPENED, NOTE_TYPES, WORDS } from './words.ts';

const elsewhere = maybe(object({ subjectOrTitle: maybe(text) }));
const page = object({
  items: list(
    object({
      type: text,
      date: text,
      note: maybe(object({ note: maybe(text), meeting_type: maybe(text) })),
      email: elsewhere,
      event: elsewhere,
    }),
  ),
  pagination: maybe(object({ nextCursor: maybe(text) })),
  warnings: list(text),
});
type Item = Read<typeof page>['items'][number];
type Shown = Pick<Item, 'type' | 'date'> & Partial<Item>;

/** Characters of each note before "Show all": two lines. */
const BEGINNING = 140;

interface TimelineList {
  list: HTMLElement;
  /** Label of the button that shows the rest. */
  more: string | false;
}

/**
 * Shows the result of `list_timeline` called with `args`, and a button for more if the client lets views call tools.
 */
export function timelineList(stage: Stage, result: unknown, args: object): TimelineList {
  const { items, pagination, warnings } = page(result);
  let cursor = pagination?.nextCursor;
  const lines = linesOf(items);
  const folded = fold(lines);
  const rows = element('ol', 'rows', lines);
  const earlier = stage.button(HAPPENED.earlier, async () => {
    const next = page(await stage.call('list_timeline', { ...args, cursor }));
    rows.append(...linesOf(next.items));
    cursor = next.pagination?.nextCursor;
    if (cursor === undefined) earlier.remove();
  });
  const list = element(
    'div',
    '',
    items.length > 0 ? rows : empty(WORDS.person.noActivity),
    warningLines(warnings),
    stage.canAct && cursor !== undefined && element('div', 'rest', earlier),
  );
  return { list, more: cursor === undefined ? folded : WORDS.showMore };

  function linesOf(some: Item[]): HTMLElement[] {
    return some.map((item) => timelineRow(stage, item));
  }
}

export function timelineRow({ times }: Stage, { type, date, note, email, event }: Shown): HTMLElement {
  const noteType = note?.meeting_type ?? '';
  const kind = type !== 'note' ? HAPPENED[type === 'email' ? 'email' : 'event'] : noteType !== 'note' && noteType;
  const label = (NOTE_TYPES as Record<string, string>)[String(kind)] ?? kind;
  const said = note?.note ?? email?.subjectOrTitle ?? event?.subjectOrTitle ?? '';
  return element(
    'li',
    '',
    element(
      'div',
      'about',
      element('p', 'quiet small', times.dayOf(date), label && ` · ${label}`),
      beginning(said, BEGINNING),
    ),
  );
}

/** Reads the items of a `list_timeline` result. */
export const timelineItems = (result: unknown): Item[] => page(result).items;
