import { processSettings } from '../../settings.ts';
import { KithError } from '../../shared/error.ts';
import { codeOf, type OriginResponse, openOrigin, openPool } from '../../shared/http/origin.ts';
import { PRIVATE_HOSTS } from '../../shared/http/public-fetch.ts';
import { retryAfterMs } from '../../shared/http/retry-after.ts';
import { CrossOriginError } from '../../shared/http/same-origin.ts';
import { SendFailure } from './send-failure.ts';

const MOST_BYTES = 1024 * 1024;
const IN_TIME_MS = 20_000;
/** Maximum Retry-After that is honored, so that a day's message is not too late. */
const LONGEST_WAIT_S = 60 * 60;

interface Post {
  url: string;
  /** Allows only public addresses and KITH_PRIVATE_HOSTS, because the user is not on the server's computer. */
  isPublic: boolean | undefined;
  headers: Record<string, string>;
  body: string;
  token?: string | undefined;
  signal: AbortSignal | undefined;
}

/** Posts to a user's URL. Resolves when the request was accepted. Throws a `SendFailure`, or the signal's reason. */
export async function post({ url, isPublic, headers, body, token, signal }: Post): Promise<void> {
  const address = new URL(url);
  const pool = openPool({
    maxBytes: MOST_BYTES,
    publicBut: isPublic ? processSettings.KITH_PRIVATE_HOSTS : undefined,
  });
  try {
    const origin = openOrigin(pool, address, () => token && `Bearer ${token}`);
    const answer = await origin.send(address, { method: 'POST', headers, body, timeoutMs: IN_TIME_MS, signal });
    if (answer.status < 200 || answer.status > 299) throw refused(address, answer);
  } catch (error) {
    throw signal?.aborted ? signal.reason : toSendFailure(address, error, isPublic);
  } finally {
    await pool.destroy();
  }
}

function refused({ host }: URL, answer: OriginResponse): SendFailure {
  const { status } = answer;
  const asked = retryAfterMs(answer);
  const retryAfter = asked && Math.min(asked / 1000, LONGEST_WAIT_S);
  const hint = status === 401 || status === 403 ? 'Check the URL and the token.' : undefined;
  return new SendFailure(status, `${host} returned status ${status}.`, { hint, retryAfter });
}

function toSendFailure({ host }: URL, error: unknown, isPublic: boolean | undefined): Error {
  if (error instanceof SendFailure) return error;
  if (error instanceof CrossOriginError) return new SendFailure('redirect', error.message, { cause: error });
  if (error instanceof KithError) return new SendFailure('private', error.message, { hint: error.hint, cause: error });
  const code = codeOf(error);
  if (code === undefined) return error as Error;
  const isLate = code === 'ETIMEDOUT';
  const message = isLate ? `${host} did not respond in time.` : `${host} could not be reached (${code}).`;
  return new SendFailure(code, message, { hint: isPublic ? PRIVATE_HOSTS : undefined, cause: error });
}
