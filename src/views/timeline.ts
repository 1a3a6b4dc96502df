import { HAPPENED } from '../web/words/person.ts';
import { element, written } from './element.ts';
import { warningLines } from './parts.ts';
import { list, maybe, object, type Read, text } from './reading.ts';
import type { Stage } from './stage.ts';
import { WORDS } from './words.ts';

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

/**
 * Shows the result of `list_timeline` called with `args`, and a button for more if the client lets views call tools.
 */
export function timelineList(stage: Stage, result: unknown, args: object): HTMLElement {
  const { items, pagination, warnings } = page(result);
  let cursor = pagination?.nextCursor;
  const rows = element('ol', 'rows', linesOf(items));
  const more = stage.button(HAPPENED.earlier, async () => {
    const next = page(await stage.call('list_timeline', { ...args, cursor }));
    rows.append(...linesOf(next.items));
    cursor = next.pagination?.nextCursor;
    if (cursor === undefined) more.remove();
  });
  return element(
    'div',
    '',
    items.length > 0 ? rows : element('p', '', WORDS.noneYet),
    warningLines(warnings),
    stage.canAct && cursor !== undefined && more,
  );

  function linesOf(some: Item[]): HTMLElement[] {
    return some.map(({ type, date, note, email, event }) => {
      const kind = type === 'note' ? note?.meeting_type : HAPPENED[type === 'email' ? 'email' : 'event'];
      const said = note?.note ?? email?.subjectOrTitle ?? event?.subjectOrTitle ?? '';
      return element(
        'li',
        '',
        element(
          'div',
          'about',
          element('p', 'quiet small', stage.times.dayOf(date), kind !== undefined && kind !== 'note' && ` · ${kind}`),
          written(said, 'p', 'text'),
        ),
      );
    });
  }
}
