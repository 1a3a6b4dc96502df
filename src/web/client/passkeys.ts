import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser';

// A form with data-passkey uses a passkey: "sign-in" for an existing one, "add" for a new one. It gets options from
// data-options and posts the browser's response to its action as JSON. It also has the messages. A form with data-after
// is submitted afterwards.

interface Reply {
  /** The next page. */
  to?: string;
  /** The error message for the user. */
  error?: string;
}

export function passkeyButtons(page: Document): void {
  for (const form of page.querySelectorAll<HTMLFormElement>('form[data-passkey]')) {
    if (!window.PublicKeyCredential) {
      tell(form, form.dataset.without);
      continue;
    }
    const button = form.querySelector('button')!;
    button.disabled = false;
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      if (button.ariaBusy === 'true') return;
      button.ariaBusy = 'true';
      tell(form, undefined);
      try {
        const { to, error } = await (form.dataset.passkey === 'add' ? add(form) : signIn(form));
        const then = page.querySelector<HTMLFormElement>(`form[data-after="${form.id}"]`);
        if (to !== undefined && !then) return location.assign(to);
        if (to !== undefined) then?.requestSubmit();
        tell(form, error);
      } catch (error) {
        tell(form, wordsFor(form, error));
      }
      button.ariaBusy = null;
    });
  }
}

async function signIn(form: HTMLFormElement): Promise<Reply> {
  const options = await ask(form.dataset.options!, {});
  if ('error' in options) return options;
  const response = await startAuthentication({ optionsJSON: options.options });
  return ask(form.action, { response, ...valuesOf(form) });
}

async function add(form: HTMLFormElement): Promise<Reply> {
  const options = await ask(form.dataset.options!, {});
  if ('error' in options) return options;
  const response = await startRegistration({ optionsJSON: options.options });
  return ask(form.action, { response, ...valuesOf(form) });
}

const valuesOf = (form: HTMLFormElement): Record<string, unknown> => Object.fromEntries(new FormData(form));

// biome-ignore lint/suspicious/noExplicitAny: each URL returns what its caller expects, or an error.
async function ask(address: string, body: unknown): Promise<any> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify(body),
  });
  return response.json();
}

/** A user who cancels has not failed. Browsers report a timeout the same way. */
function wordsFor({ dataset }: HTMLFormElement, error: unknown): string | undefined {
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return dataset.known;
  if (error instanceof WebAuthnError && ['ERROR_INVALID_DOMAIN', 'ERROR_INVALID_RP_ID'].includes(error.code))
    return dataset.domain;
  if (error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)) return dataset.stopped;
  return dataset.failed;
}

function tell(form: HTMLFormElement, text: string | undefined): void {
  const place = form.querySelector<HTMLElement>('[role=alert]')!;
  place.textContent = text ?? '';
  place.hidden = !text;
}
