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
  button(label: string | Node, act: (once: Once) => Promise<void>, looks?: ButtonLooks): HTMLElement;
  /** A button that sends the model a message in the user's name; nothing if the client takes none. */
  ask(label: string, message: string, of: string): HTMLElement | false;
  /** Whether the view has the whole screen. */
  isFull(): boolean;
  /** Asks the client for the whole screen, if it has that mode. */
  enlarge(): Promise<void>;
  /** Runs an action and shows errors. Returns whether it succeeded. */
  attempt(act: () => Promise<void>): Promise<boolean>;
  /** Reports a completed action: to the person at once, and to the model with the person's next message. */
  done(told: string): void;
  /** Shows another view in place of this one, with a way back. */
  go(draw: () => HTMLElement): () => void;
  /** A photo as a data: URL, from the result or read through the client; empty if there is none. */
  photo(address: string): Promise<string>;
  /** A link to a web address, phone number, or email address; plain text if the client cannot open links. */
  link(url: string, text: string, looks?: { of?: string; kind?: string }): HTMLElement | string;
}

interface ButtonLooks {
  /** Subject of the button, for screen readers. */
  of?: string | undefined;
  kind?: string | undefined;
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
        unseen(of),
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
    ask(label, message, of) {
      if (!host.can.message) return false;
      const made = stage.button(
        label,
        async () => {
          const content = [{ type: 'text', text: message }];
          await accepted('ui/message', { role: 'user', content }, WORDS.notSent);
        },
        { of },
      );
      // It does not call tools.
      delete made.dataset.acts;
      return made;
    },
    isFull: () => host.surroundings.displayMode === 'fullscreen',
    async enlarge() {
      if (stage.isFull() || !host.surroundings.availableDisplayModes?.includes('fullscreen')) return;
      // The client may refuse. Then the view grows in place.
      await host.request('ui/request-display-mode', { mode: 'fullscreen' }).catch(() => {});
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
      say(told, '');
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
    link(url, text, { of, kind } = {}) {
      if (!host.can.openLinks || !/^(https?:\/\/|tel:|mailto:)./i.test(url)) return text;
      const open = (event: Event) => {
        event.preventDefault();
        stage.attempt(() => accepted('ui/open-link', { url }, WORDS.notOpened(url)));
      };
      return element('a', { href: url, class: kind, click: open }, text, unseen(of));
    },
  };
  return stage;

  /** Sends a request that the client can refuse in two ways. */
  async function accepted(method: string, params: object, refusal: string): Promise<void> {
    const refused = { isError: true };
    const result = await host.request(method, params).catch(() => refused);
    if ((result as typeof refused | undefined)?.isError) throw new Refused(refusal);
  }

  /** Removes the buttons, because the client has tools but does not let views call them. */
  function onlyLook(): void {
    stage.canAct = false;
    for (const button of place.querySelectorAll('[data-acts]')) button.remove();
    say(WORDS.onlyLook, '');
  }
}

const unseen = (of: string | undefined) => of !== undefined && element('span', 'unseen', ` ${of}`);

/**
 * Idempotency key of a call, which takes effect once even if it is sent twice. Empty if the frame has no secure random
 * numbers.
 */
export type Once = { idempotency_key?: string };
export const onceKey = (): Once => (crypto.randomUUID ? { idempotency_key: crypto.randomUUID() } : {});
