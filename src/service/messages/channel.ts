import type { Secret } from '../../identity/secrets/secret.ts';
import { KithError } from '../../shared/error.ts';
import { isConfidential } from '../../shared/http/loopback.ts';

/** How a user receives messages. URLs are secret too: anyone who knows one can send messages to it. */
export type Channel =
  | { kind: 'webhook'; url: string /** Key of the signature. */; secret?: string | undefined; isPublic?: boolean }
  | { kind: 'ntfy' /** The topic's URL. */; url: string; token?: string | undefined; isPublic?: boolean }
  | { kind: 'mail' /** Default: the user's own address. */; to?: string | undefined };

export type ChannelKind = Channel['kind'];

export const PURPOSE = 'message channel';

export const sealChannel = (secret: Secret, channel: Channel): string => secret.seal(PURPOSE, JSON.stringify(channel));
export const openChannel = (secret: Secret, sealed: string): Channel => JSON.parse(secret.open(PURPOSE, sealed));

/** Input for a channel. Missing or empty values keep their previous ones. */
export interface ChannelInput {
  kind: ChannelKind;
  url?: string | undefined;
  secret?: string | undefined;
  token?: string | undefined;
  /** Empty for the user's own address. */
  to?: string | undefined;
}

/**
 * Builds the channel from the input and the previous channel. A secret or token is kept only if the URL does not change,
 * so that it is not sent elsewhere. Set `isPublic` if the user is not on the server's computer. Throws 400 if the URL is
 * missing.
 */
export function channelFrom(given: ChannelInput, before: Channel | undefined, isPublic: boolean): Channel {
  const { kind } = given;
  if (kind === 'mail') {
    const to = given.to ?? (before?.kind === 'mail' ? before.to : undefined);
    return { kind, ...(to && { to }) };
  }
  const known = before?.kind === kind ? before : undefined;
  const url = given.url || known?.url;
  if (url === undefined) throw wrong('url', `Enter the URL of the ${kind === 'ntfy' ? 'ntfy topic' : 'webhook'}.`);
  const same = known?.url === url ? known : undefined;
  const place = { url, isPublic: given.url ? isPublic : (known?.isPublic ?? isPublic) };
  if (kind === 'ntfy') {
    const token = given.token || (same?.kind === 'ntfy' ? same.token : undefined);
    return { kind, ...place, ...(token && { token }) };
  }
  const secret = given.secret || (same?.kind === 'webhook' ? same.secret : undefined);
  return { kind, ...place, ...(secret && { secret }) };
}

const MOST_CHARACTERS = 2_000;

/** Throws 400 with the name of the invalid field. `allowHttp` permits URLs without TLS. */
export function checkChannel(
  channel: Channel,
  { allowHttp, ownAddress }: { allowHttp: boolean; ownAddress: string },
): void {
  if (channel.kind === 'mail') {
    if (channel.to === undefined && ownAddress.endsWith('@localhost'))
      throw wrong('to', 'Enter an email address, because your account has none.');
    if (channel.to !== undefined && !isMailAddress(channel.to))
      throw wrong('to', `${channel.to} is not an email address.`);
    return;
  }
  const { kind, url } = channel;
  const address = url.length <= MOST_CHARACTERS && URL.canParse(url) ? new URL(url) : undefined;
  if (!address || !isConfidential(address, allowHttp)) {
    throw wrong(
      'url',
      `The URL of ${kind === 'ntfy' ? 'an ntfy topic' : 'a webhook'} must start with https://.`,
      PLAIN,
    );
  }
  if (address.username || address.password)
    throw wrong(
      'url',
      'The URL must not contain a user or password.',
      'Use a secret for webhooks, or a token for ntfy.',
    );
  if (kind === 'ntfy' && !/\/[-_A-Za-z0-9]{1,64}$/.test(address.pathname))
    throw wrong('url', 'The URL must end with the name of an ntfy topic.', 'For example, https://ntfy.sh/my-topic.');
  const text = kind === 'ntfy' ? channel.token : channel.secret;
  const [field, name] = kind === 'ntfy' ? ['token', 'token'] : ['secret', 'secret'];
  if (text !== undefined && !/^[\x21-\x7e]{1,500}$/.test(text))
    throw wrong(field!, `The ${name} must have 1 to 500 letters, digits, and symbols, without spaces.`);
}

const PLAIN = 'Plain HTTP is not encrypted. To allow it in a private network, set KITH_ALLOW_HTTP=1.';

const wrong = (field: string, message: string, hint?: string): KithError =>
  new KithError('BadRequest', message, { hint, details: { fields: { [field]: message } } });

const isMailAddress = (text: string): boolean =>
  text.length <= 254 && /^[^@\s\p{C}<>,;"()[\]\\:]+@[^@\s\p{C}<>,;"()[\]\\:]+$/u.test(text);

/** A channel's destination without secrets: its email address or host. */
export function destinationOf(channel: Channel, ownAddress: string): string {
  return channel.kind === 'mail' ? (channel.to ?? ownAddress) : new URL(channel.url).host;
}
