import { PROFILE_FIELDS } from '../contract/contact-fields.ts';

export type ProfileField = (typeof PROFILE_FIELDS)[number];

const HOSTS: Record<string, ProfileField> = {
  'linkedin.com': 'linkedin',
  'twitter.com': 'twitter',
  'x.com': 'twitter',
  'facebook.com': 'facebook',
  'fb.com': 'facebook',
  'm.me': 'facebook',
  'instagram.com': 'instagram',
  'telegram.me': 'telegram',
  't.me': 'telegram',
  'tiktok.com': 'tiktok',
  'youtube.com': 'youtube',
};
// A Map, because a file may name a service "constructor".
const ALIASES = new Map<string, ProfileField>([
  ['x', 'twitter'],
  ['facebook messenger', 'facebook'],
  ['messenger', 'facebook'],
]);

const WEB_ADDRESS = /^(?:https?:\/\/)?((?:[a-z0-9-]+\.)+[a-z]{2,})(?::\d+)?(?=[/?#]|$)/i;

/** Profile field for a service name, in any case. */
export function fieldOfService(service: string): ProfileField | undefined {
  const name = service.trim().toLowerCase();
  return PROFILE_FIELDS.find((field) => field === name) ?? ALIASES.get(name);
}

/** Profile field for a web address, based on its host. */
export function fieldOfAddress(address: string): ProfileField | undefined {
  const host = WEB_ADDRESS.exec(address.trim())?.[1]?.toLowerCase();
  if (!host) return undefined;
  const known = Object.keys(HOSTS).find((name) => host === name || host.endsWith(`.${name}`));
  return known === undefined ? undefined : HOSTS[known];
}

/** Removes the scheme of a messaging address: `x-apple:bob` becomes `bob`. `https://…` is kept. */
export function profileValue(value: string): string {
  const trimmed = value.trim();
  if (/^https?:/i.test(trimmed)) return trimmed;
  const handle = trimmed.replace(/^[a-z][a-z0-9+.-]*:(?:\/\/)?(?:resolve\?domain=)?/i, '');
  return percentDecoded(handle);
}

/**
 * Extracts a profile's handle in lower case for comparisons, without scheme, host, `/in/`, query, trailing slash or
 * `@`. Empty if nothing is left.
 */
export function handleOf(value: string): string {
  const [whole = ''] = value.split('#', 1);
  const [, query] = whole.split(/profile\.php\?/i, 2);
  const byNumber = query && /(?:^|&)id=(\d+)/i.exec(query)?.[1];
  if (byNumber) return byNumber;
  const [path = ''] = value.trim().replace(WEB_ADDRESS, '').split(/[?#]/, 1);
  const handle = withoutSlashes(percentDecoded(path));
  return handle
    .replace(/^(in|pub)\//i, '')
    .replace(/^@/, '')
    .toLowerCase();
}

function withoutSlashes(text: string): string {
  let [start, end] = [0, text.length];
  while (text[start] === '/') start++;
  while (end > start && text[end - 1] === '/') end--;
  return text.slice(start, end);
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
