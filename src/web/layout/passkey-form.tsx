import type { PropsWithChildren } from 'hono/jsx';
import { PASSKEY_FORM as WORDS } from '../words/sign-in.ts';

interface PasskeyFormProps {
  kind: 'sign-in' | 'add';
  /** Path that receives the passkey. */
  action: string;
  /** Path of the options for the browser. */
  options: string;
  button: string;
  /** Named by a form that waits for this one. */
  id?: string;
}

/** A button that asks the browser for a passkey: see src/web/client/passkeys.ts. */
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
