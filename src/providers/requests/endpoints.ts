import { processSettings, type Settings } from '../../settings.ts';

/** The providers' URLs. All URLs of a provider can be moved to one host, for tests and proxies. */
export interface Endpoints {
  google: { gmail: string; calendar: string; authorize: string; token: string; revoke: string };
  microsoft: { graph: string; authority: string };
}

type HostSettings = Partial<Pick<Settings, 'KITH_GOOGLE_URL' | 'KITH_MICROSOFT_URL'>>;

/** `KITH_GOOGLE_URL` and `KITH_MICROSOFT_URL` replace the providers' hosts. */
export function endpointsFrom(settings: HostSettings = processSettings): Endpoints {
  const { KITH_GOOGLE_URL: google, KITH_MICROSOFT_URL: microsoft } = settings;
  return {
    google: {
      gmail: `${google ?? 'https://gmail.googleapis.com'}/gmail/v1/users/me`,
      calendar: `${google ?? 'https://www.googleapis.com'}/calendar/v3`,
      authorize: `${google ?? 'https://accounts.google.com'}/o/oauth2/v2/auth`,
      token: `${google ?? 'https://oauth2.googleapis.com'}/token`,
      revoke: `${google ?? 'https://oauth2.googleapis.com'}/revoke`,
    },
    microsoft: {
      graph: `${microsoft ?? 'https://graph.microsoft.com'}/v1.0/me`,
      authority: microsoft ?? 'https://login.microsoftonline.com',
    },
  };
}
