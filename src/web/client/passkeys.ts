import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser';

// A form with data-passkey asks the browser for a passkey: "sign-in" for one that is there, "add" for a new one. Its
// action takes what the browser gives as JSON, data-options is where the question comes from. All words come with it. A
// form with data-after waited for it, and is sent then.

interface Reply {
  /** Where to go on to. */
  to?: string;
  /** Why it did not work, for the person. */
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

// biome-ignore lint/suspicious/noExplicitAny: each address answers what its caller above asks for, or an error.
async function ask(address: string, body: unknown): Promise<any> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify(body),
  });
  return response.json();
}

/** Somebody who thinks better of it has not failed: browsers say the same when the time is over. */
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
