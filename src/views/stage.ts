import type { Beside } from './beside.ts';
import { element } from './element.ts';
import { errorIn, type Host, METHOD_NOT_FOUND, RequestFailed, type ToolResult } from './host.ts';
import { record, WrongShape } from './reading.ts';
import type { Times } from './times.ts';
import { WORDS } from './words.ts';

/** What every view is drawn with. */
export interface Stage {
  times: Times;
  /** Whether buttons that call tools are there. */
  canAct: boolean;
  beside: Beside;
  /** The arguments of the call that the view shows. */
  args: Record<string, unknown>;
  /** Calls a tool; throws Refused with words for the person. */
  call(tool: string, args: Record<string, unknown>): Promise<Record<string, unknown>>;
  /** A button that does something, and says what went wrong; `once` marks all tries until one succeeds as one. */
  button(
    label: string | Node,
    act: (once: Once) => Promise<void>,
    looks?: { of?: string | undefined; kind?: string | undefined },
  ): HTMLElement;
  /** Whether something was done; says what went wrong. */
  attempt(act: () => Promise<void>): Promise<boolean>;
  /** Says that something was done: to the person at once, to the model with what they say next. */
  done(told: string): void;
  /** Shows another view in place of this one, with a way back. */
  go(draw: () => HTMLElement): () => void;
  /** A photo as a data: address: what came with the result, or what the host lets a view read; empty where there is none. */
  photo(address: string): Promise<string>;
  /** Opens a web address, where the host does so. */
  link(url: string, text: string): HTMLElement | string;
}

interface Photo {
  contents: { mimeType: string; blob: string }[];
}

/** The tool said no; the message is for the person. */
export class Refused extends Error {}

/** The stage in a host, over the element that views are drawn in. */
export function stageIn(host: Host, place: HTMLElement, times: Times): Stage {
  const log: string[] = [];
  const notice = element('p', { class: 'notice', role: 'status', hidden: true });
  document.body.replaceChildren(notice, place);
  const say = (text: string, kind: string) => {
    notice.className = `notice ${kind}`;
    notice.setAttribute('role', kind === 'danger' ? 'alert' : 'status');
    notice.textContent = text;
    notice.hidden = false;
  };
  const stage: Stage = {
    times,
    canAct: host.can.serverTools !== undefined,
    beside: {},
    args: {},
    async call(name, args) {
      const result = (await host.request('tools/call', { name, arguments: args })) as ToolResult;
      const refusal = errorIn(record(result));
      if (refusal !== undefined) throw new Refused(refusal);
      return record(result.structuredContent);
    },
    button(label, act, { of, kind } = {}) {
      const made = element(
        'button',
        { type: 'button', class: kind, 'data-acts': true, click: press },
        label,
        of !== undefined && element('span', 'unseen', ` ${of}`),
      );
      let once = onceKey();
      return made;

      async function press() {
        if (made.ariaBusy === 'true') return;
        made.ariaBusy = 'true';
        if (await stage.attempt(() => act(once))) once = onceKey();
        made.ariaBusy = null;
      }
    },
    async attempt(act) {
      try {
        await act();
        return true;
      } catch (error) {
        if (error instanceof RequestFailed && error.code === METHOD_NOT_FOUND) onlyLook();
        else
          say(
            error instanceof Refused ? error.message : error instanceof WrongShape ? WORDS.wrongShape : WORDS.failed,
            'danger',
          );
        return false;
      }
    },
    done(told) {
      say(told, 'success');
      log.push(told);
      if (!host.can.updateModelContext) return;
      const content = [{ type: 'text', text: `${WORDS.inTheView} ${log.join(' ')}` }];
      // The last one counts: it holds all that was done. A host that refuses it has its reasons.
      host.request('ui/update-model-context', { content }).catch(() => {});
    },
    go(draw) {
      const before = [...place.childNodes];
      const back = () => place.replaceChildren(...before);
      const button = element('button', { type: 'button', class: 'plain', click: back }, WORDS.back);
      place.replaceChildren(button, draw());
      button.focus();
      return back;
    },
    async photo(address) {
      const known = stage.beside.photos?.[address];
      if (known !== undefined || !host.can.serverResources || !address.startsWith('kith:')) return known ?? '';
      const { contents } = (await host.request('resources/read', { uri: address })) as Photo;
      return `data:${contents[0]!.mimeType};base64,${contents[0]!.blob}`;
    },
    link(url, text) {
      if (!host.can.openLinks || !/^https?:\/\//i.test(url)) return text;
      const open = (event: Event) => {
        event.preventDefault();
        host.request('ui/open-link', { url }).catch(() => say(WORDS.failed, 'danger'));
      };
      return element('a', { href: url, click: open }, text);
    },
  };
  return stage;

  /** The host has tools, but not for views. */
  function onlyLook(): void {
    stage.canAct = false;
    for (const button of place.querySelectorAll('[data-acts]')) button.remove();
    say(WORDS.onlyLook, '');
  }
}

/** Marks a call as one: sent twice, it takes effect once. Empty where the frame is given no such numbers. */
export type Once = { idempotency_key?: string };
export const onceKey = (): Once => (crypto.randomUUID ? { idempotency_key: crypto.randomUUID() } : {});
