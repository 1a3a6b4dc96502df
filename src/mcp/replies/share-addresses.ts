import { processSettings } from '../../settings.ts';
import { isLoopback } from '../../shared/http/loopback.ts';
import { once } from '../../shared/once.ts';

type Fields = Record<string, unknown>;

/** Returns the origin of the web app; undefined if it is unknown. */
export type WebOrigin = () => Promise<string | undefined>;

/** Public address of the service, if set. Cached, because reading the environment is slow. */
const publicAddress = once(() =>
  (processSettings.KITH_PUBLIC_URL ?? processSettings.KITH_BASE_URL ?? '').replace(/\/+$/, ''),
);

/**
 * Adds the URL of each share link, or only its path if no address is known. A dry run makes a token that never opens
 * anything, so it shows none.
 */
export async function withShareAddresses(
  reply: Fields,
  { webOrigin, dryRun }: { webOrigin?: WebOrigin | undefined; dryRun: boolean },
): Promise<Fields> {
  const { share_link: one, share_links: several } = reply;
  if (one && dryRun) {
    const { token: _, ...link } = one as Fields;
    return { ...reply, share_link: link };
  }
  if (!one && !(Array.isArray(several) && several.length > 0)) return reply;
  const address = publicAddress() || (await foundBy(webOrigin));
  const addressed = (link: Fields): Fields => ({ ...link, share_url: `${address}/v1/shared/${link.token}` });
  if (one) return { ...reply, share_link: addressed(one as Fields) };
  return { ...reply, share_links: (several as Fields[]).map(addressed) };
}

/** The link exists already, so a failed search must not fail the call. */
async function foundBy(webOrigin: WebOrigin | undefined): Promise<string> {
  try {
    return (await webOrigin?.()) ?? '';
  } catch {
    return '';
  }
}

const FOR_OTHERS =
  'For other people, run kith serve where they can reach it, and set KITH_PUBLIC_URL to its address there and here.';

/** Explains what is missing in the URLs of links. */
export function unaddressed(reply: Fields): string[] {
  const { share_link, share_links } = reply;
  const link = (share_link ?? (Array.isArray(share_links) ? share_links[0] : undefined)) as Fields | undefined;
  if (!link) return [];
  const { share_url: url } = link;
  if (typeof url !== 'string') return ['The token and the URL are made by the call itself, not by a dry run.'];
  if (url.startsWith('/'))
    return [
      `share_url is only a path, because no running kith serve or kith open was found. Start one, and list_share_links shows the whole URL. ${FOR_OTHERS}`,
    ];
  return URL.canParse(url) && isLoopback(new URL(url).hostname)
    ? [`The link opens only on this computer, and only while kith runs there. ${FOR_OTHERS}`]
    : [];
}

/** Warns about a new link that has already expired. */
export const expired = (reply: Fields): string[] => {
  const { expires_at } = (reply.share_link ?? {}) as { expires_at?: unknown };
  return typeof expires_at === 'string' && Date.parse(expires_at) <= Date.now()
    ? ['This link has expired already: nobody can open it.']
    : [];
};
