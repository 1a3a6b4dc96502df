import type { Pair, PairContact, PairRow } from './beside.ts';
import { between, element, written } from './element.ts';
import { face } from './face.ts';
import { view } from './parts.ts';
import { list, maybe, object, record, text } from './reading.ts';
import { type Once, onceKey, Refused, type Stage } from './stage.ts';
import { NAMELESS, PAIR, WORDS } from './words.ts';

/** Differences that a comparison shows before "Show all". */
const SHOWN = 4;

const reply = object({
  dry_run: maybe((value) => value === true),
  question: maybe(text),
  failed: list(object({ error: object({ message: text }) })),
});

/**
 * Shows contacts side by side, with a choice of values to keep and a merge button. `merged` gets the surviving contact.
 */
export function pairView(stage: Stage, { contacts, rows }: Pair, merged: (survivor: PairContact) => void): HTMLElement {
  const picks = new Map<PairRow, number>();
  for (const row of rows) if (row.pick) picks.set(row, row.pick);
  let keep = 0;
  const same = rows.filter(({ differs }) => !differs).map(together);
  const different = rows.filter(({ differs }) => differs);
  const choices = element('div', 'choices');
  const foot = element('div', 'actions', stage.canAct && mergeButton(PAIR.merge));
  drawChoices();
  const hidden = different.length - SHOWN;
  return view(
    stage,
    {
      title: PAIR.title,
      path: '/duplicates',
      more: hidden > 0 ? WORDS.pair.more(different.length) : same.length > 0 && WORDS.showMore,
      foot,
    },
    choices,
  );

  function drawChoices(): void {
    const lines = different.map((row, at) => (row.sets ? chooser(row, at) : together(row)));
    for (const hidden of lines.slice(SHOWN)) hidden.classList.add('rest');
    choices.replaceChildren(
      line(
        WORDS.pair.keep,
        contacts.map((contact, at) =>
          choice('keep', at === keep, [face(stage, contact), written(nameOf(contact))], () => {
            keep = at;
            drawChoices();
          }),
        ),
      ),
      ...lines,
      ...(same.length > 0 ? [element('div', 'rest', element('p', 'quiet', PAIR.same(same.length)), same)] : []),
    );
  }

  /** Index of the contact whose value is kept: the chosen one, or the survivor, or the first contact with a value. */
  function keptOf(row: PairRow): number {
    return (
      [picks.get(row) ?? keep, keep].find((at) => row.texts[at]?.length) ?? row.texts.findIndex(({ length }) => length)
    );
  }

  function chooser(row: PairRow, at: number): HTMLElement {
    const kept = keptOf(row);
    const options = row.texts.map((texts, whose) =>
      texts.length > 0
        ? choice(`field-${at}`, whose === kept, [written(texts.join(', '))], () => picks.set(row, whose))
        : element('p', 'quiet', PAIR.nothing),
    );
    return line(row.label, options);
  }

  /** A field whose values are all kept. A value that only some contacts have is emphasized. */
  function together({ label, texts }: PairRow): HTMLElement {
    const isShared = (value: string) => texts.every((all) => all.includes(value));
    const each = texts.map((all) =>
      element(
        'p',
        '',
        all.length > 0
          ? between(
              all.map((value) => written(value, isShared(value) ? 'bdi' : 'strong')),
              ', ',
            )
          : element('span', 'quiet', PAIR.nothing),
      ),
    );
    return line(label, each);
  }

  function mergeButton(label: string, more = {}): HTMLElement {
    const choicesOnce = onceKey();
    return stage.button(label, (once) => merge(once, choicesOnce, more), { kind: 'primary' });
  }

  /** Merges, after the tool's confirmation question. The client asks it if it can; otherwise, the view does. */
  async function merge(once: Once, choicesOnce: Once, more: object): Promise<void> {
    const survivor = contacts[keep]!;
    const group = { contactIds: contacts.map(({ id }) => id), primaryContactId: survivor.id };
    const told = reply(await stage.call('merge_contacts', { contactIds: [group], ...more, ...once }));
    for (const { error } of told.failed) throw new Refused(error.message);
    if (told.dry_run)
      return foot.replaceChildren(written(told.question ?? '', 'p'), mergeButton(WORDS.pair.yes, { confirm: true }));
    const isKept = await keepChoices(survivor, choicesOnce);
    stage.done(isKept ? WORDS.pair.merged(contacts.map(nameOf), nameOf(survivor)) : PAIR.unchosen);
    merged(survivor);
  }

  /** Applies the values chosen from merged contacts. Returns false if the service rejects them. */
  async function keepChoices({ id }: PairContact, once: Once): Promise<boolean> {
    const chosen = [...picks].filter(([row, at]) => keptOf(row) === at && at !== keep);
    if (chosen.length === 0) return true;
    const changes = chosen.map(([{ sets }, at]) => record(sets![at]));
    // Lists from several changes are combined.
    const custom_fields = changes.flatMap((change) => list(record)(change.custom_fields));
    const all = Object.assign({}, ...changes, custom_fields.length > 0 && { custom_fields });
    return stage.call('update_contact', { contactId: id, ...all, ...once }).then(
      () => true,
      (error) => {
        if (error instanceof Refused) return false;
        throw error;
      },
    );
  }
}

const nameOf = ({ full_name }: PairContact): string => full_name || NAMELESS;

/** A field: its label, and the value of each contact. */
function line(label: string, cells: HTMLElement[]): HTMLElement {
  const made = element('div', { class: 'line', role: 'group' }, written(label, 'p', 'quiet small'), cells);
  made.ariaLabel = label;
  return made;
}

const choice = (name: string, checked: boolean, children: Node[], chosen: () => void): HTMLElement =>
  element('label', 'choice', element('input', { type: 'radio', name, checked, change: chosen }), children);
