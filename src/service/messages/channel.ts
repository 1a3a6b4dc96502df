import type { Secret } from '../../identity/secrets/secret.ts';
import { KithError } from '../../shared/error.ts';
import { isConfidential } from '../../shared/http/loopback.ts';

/** How messages reach a person. Addresses are secrets too: whoever knows one may write there. */
export type Channel =
  | { kind: 'webhook'; url: string /** Signs what is sent. */; secret?: string | undefined; isPublic?: boolean }
  | { kind: 'ntfy' /** Of the topic. */; url: string; token?: string | undefined; isPublic?: boolean }
  | { kind: 'mail' /** The person's own address if left out. */; to?: string | undefined };

export type ChannelKind = Channel['kind'];

export const PURPOSE = 'message channel';

export const sealChannel = (secret: Secret, channel: Channel): string => secret.seal(PURPOSE, JSON.stringify(channel));
export const openChannel = (secret: Secret, sealed: string): Channel => JSON.parse(secret.open(PURPOSE, sealed));

/** A channel as somebody gives it: what is left out or empty stays as it was. */
export interface GivenChannel {
  kind: ChannelKind;
  url?: string | undefined;
  secret?: string | undefined;
  token?: string | undefined;
  /** Empty means the person's own address. */
  to?: string | undefined;
}

/**
 * The channel that is meant, after the one before. A secret or token stays with its address alone, so that it goes to no
 * other. `isPublic` says that whoever gives an address is not at this machine.
 */
export function channelFrom(given: GivenChannel, before: Channel | undefined, isPublic: boolean): Channel {
  const { kind } = given;
  if (kind === 'mail') {
    const to = given.to ?? (before?.kind === 'mail' ? before.to : undefined);
    return { kind, ...(to && { to }) };
  }
  const known = before?.kind === kind ? before : undefined;
  const url = given.url || known?.url;
  if (url === undefined) throw wrong('url', `Give the address of the ${kind === 'ntfy' ? 'ntfy topic' : 'webhook'}.`);
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

/** Throws 400 that names the field that is wrong. */
export function checkChannel(
  channel: Channel,
  { allowHttp, ownAddress }: { allowHttp: boolean; ownAddress: string },
): void {
  if (channel.kind === 'mail') {
    if (channel.to === undefined && ownAddress.endsWith('@localhost'))
      throw wrong('to', 'Give the address to send to: your account has none.');
    if (channel.to !== undefined && !isMailAddress(channel.to))
      throw wrong('to', `${channel.to} is not an e-mail address.`);
    return;
  }
  const { kind, url } = channel;
  const address = url.length <= MOST_CHARACTERS && URL.canParse(url) ? new URL(url) : undefined;
  if (!address || !isConfidential(address, allowHttp)) {
    throw wrong(
      'url',
      `The address of ${kind === 'ntfy' ? 'an ntfy topic' : 'a webhook'} must begin with https://.`,
      PLAIN,
    );
  }
  if (address.username || address.password)
    throw wrong('url', 'The address must hold no user and no password.', 'Give a webhook a secret, or ntfy a token.');
  if (kind === 'ntfy' && !/\/[-_A-Za-z0-9]{1,64}$/.test(address.pathname))
    throw wrong('url', 'The address of an ntfy topic ends with its name.', 'It looks like https://ntfy.sh/my-topic.');
  const text = kind === 'ntfy' ? channel.token : channel.secret;
  const [field, name] = kind === 'ntfy' ? ['token', 'token'] : ['secret', 'secret'];
  if (text !== undefined && !/^[\x21-\x7e]{1,500}$/.test(text))
    throw wrong(field!, `The ${name} must have 1 to 500 letters, digits and signs, without spaces.`);
}

const PLAIN = 'Plain http would show it to everyone on the way. KITH_ALLOW_HTTP=1 allows it in a network of your own.';

const wrong = (field: string, message: string, hint?: string): KithError =>
  new KithError('BadRequest', message, { hint, details: { fields: { [field]: message } } });

const isMailAddress = (text: string): boolean =>
  text.length <= 254 && /^[^@\s\p{C}<>,;"()[\]\\:]+@[^@\s\p{C}<>,;"()[\]\\:]+$/u.test(text);

/** Where a channel leads, for its owner, without what must stay secret. */
export function leadsTo(channel: Channel, ownAddress: string): string {
  return channel.kind === 'mail' ? (channel.to ?? ownAddress) : new URL(channel.url).host;
}
