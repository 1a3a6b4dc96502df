import type { PairContact } from './beside.ts';
import { between, element, written } from './element.ts';
import { pairView } from './pair.ts';
import { empty, fold, row, view } from './parts.ts';
import { list, object, type Read, text } from './reading.ts';
import type { Stage } from './stage.ts';
import { DUPLICATES, NAMELESS } from './words.ts';

// Contacts that may be the same person: find_duplicate_contacts.

const found = object({ duplicates: list(object({ contactIds: list(text), confidence: text, reasons: list(text) })) });
type Duplicate = Read<typeof found>['duplicates'][number];

export function duplicatesView(stage: Stage, result: unknown): HTMLElement {
  const { duplicates } = found(result);
  const rows = duplicates.map((duplicate, at) => duplicateRow(stage, duplicate, at));
  return view(
    stage,
    { title: DUPLICATES.title, path: '/duplicates', more: fold(rows) },
    element('p', 'quiet small rest', DUPLICATES.lead),
    rows.length > 0 ? element('ul', 'rows', rows) : empty(DUPLICATES.nobody),
  );
}

/** A row without names if the result has no data for the view. */
function duplicateRow(stage: Stage, duplicate: Duplicate, at: number): HTMLElement {
  const { contactIds, confidence, reasons } = duplicate;
  const pair = stage.beside.pairs?.[at];
  const names = pair?.contacts.map(nameOf) ?? contactIds.map((id) => written(id));
  const made = row(
    [between(names, ' · '), element('span', 'badge', confidence)],
    pair?.reasons ?? reasons.join(', '),
    '',
    pair ? element('button', { type: 'button', click: compare }, DUPLICATES.compare) : '',
  );
  return made;

  function compare() {
    const back = stage.go(() =>
      pairView(stage, pair!, (survivor) => {
        back();
        made.replaceChildren(element('p', '', `${DUPLICATES.merged} `, nameOf(survivor)), undoButton(survivor));
      }),
    );
  }

  function undoButton({ id }: PairContact) {
    return stage.button(DUPLICATES.undo, async (once) => {
      await stage.call('undo_contact_merge', { contactId: id, ...once });
      stage.done(DUPLICATES.apart);
      made.replaceWith(duplicateRow(stage, duplicate, at));
    });
  }
}

const nameOf = ({ full_name }: PairContact): HTMLElement => written(full_name || NAMELESS);
