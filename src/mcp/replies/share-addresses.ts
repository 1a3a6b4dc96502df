import { processSettings } from '../../settings.ts';
import { once } from '../../shared/once.ts';

type Fields = Record<string, unknown>;

/** Public address of the service, if set. Cached, because reading the environment is slow. */
const publicAddress = once(() =>
  (processSettings.KITH_PUBLIC_URL ?? processSettings.KITH_BASE_URL ?? '').replace(/\/+$/, ''),
);

/** Adds the URL of each share link, or only its path if the public address is unknown. */
export function withShareAddresses(reply: Fields): Fields {
  const { share_link: one, share_links: several } = reply;
  if (one) return { ...reply, share_link: addressed(one as Fields) };
  return Array.isArray(several) ? { ...reply, share_links: several.map(addressed) } : reply;
}

const addressed = (link: Fields): Fields => ({ ...link, share_url: `${publicAddress()}/v1/shared/${link.token}` });

/** Explains `share_url` of a new link when it is only a path. */
export const unaddressed = (reply: Fields): string[] =>
  reply.share_link && publicAddress() === ''
    ? [
        'share_url is a path at the address under which kith serve is reached, which is not known here: KITH_PUBLIC_URL tells it. The link opens only while kith serve runs.',
      ]
    : [];

/** Warns about a new link that has already expired. */
export const expired = (reply: Fields): string[] => {
  const { expires_at } = (reply.share_link ?? {}) as { expires_at?: unknown };
  return typeof expires_at === 'string' && Date.parse(expires_at) <= Date.now()
    ? ['This link has expired already: nobody can open it.']
    : [];
};
