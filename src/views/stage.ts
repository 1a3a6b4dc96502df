import type { Beside } from './beside.ts';
import { element } from './element.ts';
import { errorIn, type Host, METHOD_NOT_FOUND, RequestFailed, type ToolResult } from './host.ts';
import { record, WrongShape } from './reading.ts';
import type { Times } from './times.ts';
import { WORDS } from './words.ts';

/** Tools for drawing a view. */
export interface Stage {
  times: Times;
  /** Whether to show buttons that call tools. */
  canAct: boolean;
  beside: Beside;
  /** Arguments of the call whose result the view shows. */
  args: Record<string, unknown>;
  /** Calls a tool. Throws Refused with a message for the person. */
  call(tool: string, args: Record<string, unknown>): Promise<Record<string, unknown>>;
  /** Creates a button that runs an action and shows errors. `once` is the same for all attempts until one succeeds. */
  button(
    label: string | Node,
    act: (once: Once) => Promise<void>,
    looks?: { of?: string | undefined; kind?: string | undefined },
  ): HTMLElement;
  /** Runs an action and shows errors. Returns whether it succeeded. */
  attempt(act: () => Promise<void>): Promise<boolean>;
  /** Reports a completed action: to the person at once, and to the model with the person's next message. */
  done(told: string): void;
  /** Shows another view in place of this one, with a way back. */
  go(draw: () => HTMLElement): () => void;
  /** A photo as a data: URL, from the result or read through the client; empty if there is none. */
  photo(address: string): Promise<string>;
  /** A link to a web address, or plain text if the client cannot open links. */
  link(url: string, text: string): HTMLElement | string;
}

interface Photo {
  contents: { mimeType: string; blob: string }[];
}

/** Thrown if the tool rejects a call. The message is for the person. */
export class Refused extends Error {}

/** Creates the stage for a client and the element that views are drawn in. */
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
      // Only the last message counts, so it contains all actions. Errors are ignored: a client need not support this.
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

  /** Removes the buttons, because the client has tools but does not let views call them. */
  function onlyLook(): void {
    stage.canAct = false;
    for (const button of place.querySelectorAll('[data-acts]')) button.remove();
    say(WORDS.onlyLook, '');
  }
}

/**
 * Idempotency key of a call, which takes effect once even if it is sent twice. Empty if the frame has no secure random
 * numbers.
 */
export type Once = { idempotency_key?: string };
export const onceKey = (): Once => (crypto.randomUUID ? { idempotency_key: crypto.randomUUID() } : {});
