import type { PropsWithChildren } from 'hono/jsx';

const WORDS = {
  without: 'This browser has no passkeys. Use a newer one, or a one-time link.',
  stopped: 'That was not finished. Try again when you are ready.',
  known: 'This device has a passkey of your account already.',
  domain: 'Passkeys do not work under this address: they need https and a name, not a number.',
  failed: 'That did not work. Try again, or load the page anew.',
  noScript: 'Passkeys need JavaScript, which is off in this browser. A one-time link works without it.',
};

interface PasskeyFormProps {
  kind: 'sign-in' | 'add';
  /** Takes what the browser gives. */
  action: string;
  /** Where the question to the browser comes from. */
  options: string;
  button: string;
  /** A form that waits for it names it by this. */
  id?: string;
}

/** A button that asks the browser for a passkey: src/web/client/passkeys.ts does the work. */
export const PasskeyForm = ({ kind, action, options, button, id, children }: PropsWithChildren<PasskeyFormProps>) => (
  <form
    class="question"
    id={id}
    method="post"
    action={action}
    data-passkey={kind}
    data-options={options}
    data-without={WORDS.without}
    data-stopped={WORDS.stopped}
    data-known={WORDS.known}
    data-domain={WORDS.domain}
    data-failed={WORDS.failed}
  >
    {children}
    <p class="notice danger" role="alert" hidden></p>
    <noscript>
      <p class="notice">{WORDS.noScript}</p>
    </noscript>
    <button class="primary wide" type="submit" disabled>
      {button}
    </button>
  </form>
);
