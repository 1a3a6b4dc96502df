import type { PasskeyTrouble } from '../services.ts';

/** The answer to a form that worked: the browser gets the next page. */
export const seeOther = (to: string, ...cookies: string[]): Response =>
  new Response(null, {
    status: 303,
    headers: [
      ['Location', to],
      ['Cache-Control', 'no-store'],
      ...cookies.map((cookie): [string, string] => ['Set-Cookie', cookie]),
    ],
  });

/** A value of JSON that should be a text. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What a person reads below the button that asked for a passkey. */
export const PASSKEY_TROUBLES: Record<PasskeyTrouble, string> = {
  late: 'That took too long, or was done already. Try again.',
  unknown: 'This passkey is not known here; it may have been removed. Use another, or a one-time link.',
  wrong: 'This passkey was refused. Use another, or a one-time link.',
};
