import { KithError } from '../../contract/error.ts';
import { isConfidential } from '../../shared/http/loopback.ts';

/** Where the providers are. All of one provider's addresses can be moved to one host, for tests and proxies. */
export interface Endpoints {
  google: { gmail: string; calendar: string; authorize: string; token: string; revoke: string };
  microsoft: { graph: string; authority: string };
}

type Environment = Record<string, string | undefined>;

/** `KITH_GOOGLE_URL` and `KITH_MICROSOFT_URL` stand in for the providers' own hosts. */
export function endpointsFrom(environment: Environment): Endpoints {
  const google = moved(environment, 'KITH_GOOGLE_URL');
  const microsoft = moved(environment, 'KITH_MICROSOFT_URL');
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

/** Tokens and mail go there: in clear only within this machine. */
function moved(environment: Environment, name: string): string | undefined {
  const address = environment[name]?.replace(/\/+$/, '');
  if (address === undefined) return undefined;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url && !url.username && !url.password && isConfidential(url)) return address;
  throw new KithError('ServiceUnavailable', `${name} must begin with https:// and hold no user.`, {
    hint: 'Plain http is for a server on this machine alone: http://127.0.0.1:PORT.',
  });
}
