import { agendaView } from './agenda.ts';
import type { Beside } from './beside.ts';
import { briefingView } from './briefing.ts';
import { duplicatesView } from './duplicates.ts';
import { element } from './element.ts';
import { connect, errorIn, type ToolResult } from './host.ts';
import { contactView, timelineView } from './person.ts';
import { record, WrongShape } from './reading.ts';
import { type Stage, stageIn } from './stage.ts';
import { surround } from './surroundings.ts';
import { timesIn } from './times.ts';
import { WORDS } from './words.ts';

// One page for all views. The shape of the result selects the view.

type Draw = (stage: Stage, result: unknown) => HTMLElement;

/** Views by a field that only their result has. */
const VIEWS: Record<string, Draw> = {
  duplicates: duplicatesView,
  keep_in_touch: briefingView,
  contact: contactView,
  items: timelineView,
  calendar_events: agendaView,
};

const place = document.querySelector('main')!;
place.append(element('p', 'quiet loading', WORDS.loading));
let args: Record<string, unknown> = {};
let show: (result: ToolResult) => void;

const host = await connect({
  input: (given) => {
    args = given;
  },
  result: (result) => show(result),
  cancelled: () => place.replaceChildren(element('p', '', WORDS.cancelled)),
  surroundings: surround,
});

show = (result) => {
  const { locale, timeZone } = host.surroundings;
  const beside = (result._meta?.['kith/view'] ?? {}) as Beside;
  const stage = stageIn(host, place, timesIn(locale, timeZone ?? beside.zone));
  Object.assign(stage, { args, beside });
  place.replaceChildren(drawn(stage, result));
};

new ResizeObserver(() =>
  host.notify('ui/notifications/size-changed', {
    height: Math.ceil(document.documentElement.getBoundingClientRect().height),
  }),
).observe(document.documentElement);

function drawn(stage: Stage, result: ToolResult): HTMLElement {
  try {
    const refusal = errorIn(result);
    if (refusal !== undefined) return element('p', { role: 'alert', class: 'notice danger' }, refusal);
    const content = record(result.structuredContent);
    const field = Object.keys(VIEWS).find((name) => name in content);
    if (field === undefined) throw new WrongShape();
    return VIEWS[field]!(stage, content);
  } catch (error) {
    // A value that is not the expected list or object.
    if (error instanceof WrongShape || error instanceof TypeError)
      return element('p', { role: 'alert', class: 'notice' }, WORDS.wrongShape);
    throw error;
  }
}
