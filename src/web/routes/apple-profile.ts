import { createHash } from 'node:crypto';
import type { Person } from '../services/services.ts';
import { APPLE_PROFILE } from '../words/layout.ts';

/** The media type of a configuration profile. */
export const PROFILE_TYPE = 'application/x-apple-aspen-config';

/**
 * A configuration profile that adds the address book to an iPhone, iPad, or Mac. It contains no secret: the device asks for
 * the app password during installation. The same user and server get the same profile, so installing it again adds no
 * second account.
 */
export function appleProfile({ id, email }: Pick<Person, 'id' | 'email'>, origin: string): string {
  const { hostname, port, protocol } = new URL(origin);
  const isSecure = protocol === 'https:';
  const uuidOf = (part: string): string => {
    const hex = createHash('sha256').update(`${origin}\n${id}\n${part}`).digest('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  };
  const account = dictionary({
    PayloadType: 'com.apple.carddav.account',
    PayloadVersion: 1,
    PayloadIdentifier: `kith.carddav.${uuidOf('account')}`,
    PayloadUUID: uuidOf('account').toUpperCase(),
    PayloadDisplayName: 'kith',
    CardDAVAccountDescription: 'kith',
    CardDAVHostName: hostname,
    CardDAVPort: Number(port) || (isSecure ? 443 : 80),
    CardDAVUseSSL: isSecure,
    CardDAVPrincipalURL: `/dav/principals/${encodeURIComponent(id)}/`,
    CardDAVUsername: email,
  });
  const profile = dictionary(
    {
      PayloadType: 'Configuration',
      PayloadVersion: 1,
      PayloadIdentifier: `kith.${uuidOf('profile')}`,
      PayloadUUID: uuidOf('profile').toUpperCase(),
      PayloadDisplayName: 'kith',
      PayloadDescription: APPLE_PROFILE.description,
    },
    `<key>PayloadContent</key><array>${account}</array>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${DOCTYPE}\n<plist version="1.0">${profile}</plist>\n`;
}

const DOCTYPE =
  '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">';

function dictionary(values: Record<string, string | number | boolean>, more = ''): string {
  const entries = Object.entries(values).map(([key, value]) => `<key>${key}</key>${typed(value)}`);
  return `<dict>${entries.join('')}${more}</dict>`;
}

function typed(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? '<true/>' : '<false/>';
  if (typeof value === 'number') return `<integer>${value}</integer>`;
  return `<string>${value.replace(/[&<>]/g, (sign) => (sign === '&' ? '&amp;' : sign === '<' ? '&lt;' : '&gt;'))}</string>`;
}
