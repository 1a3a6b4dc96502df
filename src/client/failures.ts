import { KithError } from '../shared/error.ts';
import { UNKNOWN_CODING } from '../shared/http/decode.ts';
import { codeOf } from '../shared/http/origin.ts';

/**
 * What a failed try means for the call. `unsent` and `unknownHost`: it reached no service. `lost`: it may have been
 * processed. `unusable`: it may have been processed too, and the answer will be no better next time. `final`: it was
 * refused before anything was sent, and will be again.
 */
export type FailureKind = 'unsent' | 'unknownHost' | 'lost' | 'unusable' | 'final';

/** A try without a complete answer. */
export class Failure extends Error {
  constructor(
    readonly kind: FailureKind,
    /** What to tell the caller when this was the last try. */
    readonly error: KithError,
    /** The service closed a socket that was kept from an earlier request: nothing is wrong, and no pause is due. */
    readonly dropped = false,
  ) {
    super(error.message);
  }
}

/** Where and how the request went out, as far as it explains the failure. */
export interface Sent {
  origin: string;
  timeoutMs: number;
  /** On a socket that had carried a request before. */
  reused: boolean;
}

const UNSENT = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT', 'EADDRNOTAVAIL'];
const DROPPED = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];
const OVERSIZED = ['UND_ERR_RES_EXCEEDED_MAX_SIZE', 'UND_ERR_HEADERS_OVERFLOW'];

/** Why no complete answer came, in plain words and without anything that was sent. */
export function failureFrom(error: unknown, sent: Sent): Failure {
  const code = codeOf(error) ?? 'unknown';
  const { origin } = sent;
  if (isTls(code, error)) return new Failure('final', tlsError(code, origin));
  if (code === 'ENOTFOUND') {
    return new Failure(
      'unknownHost',
      unreachable(`There is no host named ${new URL(origin).hostname}.`, code, 'Check KITH_BASE_URL.'),
    );
  }
  if (OVERSIZED.includes(code)) return new Failure('unusable', oversized(origin));
  if (code === UNKNOWN_CODING) return new Failure('unusable', packed(origin));
  if (UNSENT.includes(code))
    return new Failure('unsent', unreachable(`The service at ${origin} could not be reached.`, code));
  return new Failure(
    'lost',
    unreachable(`The connection to ${origin} was lost.`, code),
    sent.reused && DROPPED.includes(code),
  );
}

export const timedOut = ({ origin, timeoutMs }: Sent): Failure =>
  new Failure(
    'lost',
    unreachable(`The service at ${origin} did not answer within ${timeoutMs / 1000} s.`, 'ETIMEDOUT'),
  );

const unreachable = (message: string, code: string, hint = 'Check KITH_BASE_URL and the connection.') =>
  new KithError('ServiceUnavailable', message, { hint, details: { cause: code } });

const oversized = (origin: string) =>
  new KithError('ResponseTooLarge', `The answer from ${origin} is larger than this client accepts.`, {
    status: 502,
    hint: 'Ask for fewer rows at once (take), or raise maxResponseBytes.',
  });

const packed = (origin: string) =>
  new KithError('ServiceUnavailable', `The answer from ${origin} is compressed in a way this client cannot read.`, {
    status: 502,
    hint: 'Turn off compression in the proxy in front of the service.',
  });

/** A redirect that would take the key to another origin, or that leads nowhere. */
export const redirected = (origin: string, target: string): Failure =>
  new Failure(
    'unusable',
    new KithError('ServiceUnavailable', `The service at ${origin} redirects to ${target}; the key is not sent there.`, {
      status: 502,
      hint: `If you trust that address, set KITH_BASE_URL to it.`,
    }),
  );

/** What is wrong with a certificate, in words, by the code of OpenSSL and Node. */
const TLS: Record<string, [problem: string, hint: string]> = {
  CERT_HAS_EXPIRED: ['has a certificate that has expired', 'Its operator must renew it.'],
  CERT_NOT_YET_VALID: ['has a certificate that is not valid yet', "Check this machine's clock."],
  ERR_TLS_CERT_ALTNAME_INVALID: ['has a certificate for another name', 'Use the name the certificate was made for.'],
  CERT_REVOKED: ['has a certificate that was revoked', 'Do not send it anything; ask its operator.'],
};
const UNTRUSTED: [string, string] = [
  'has a certificate that this machine does not trust',
  'If it is your own, name its authority in NODE_EXTRA_CA_CERTS.',
];
const NOT_TLS: [string, string] = [
  'does not speak TLS on this port',
  'Check the scheme and the port of KITH_BASE_URL.',
];

const isTls = (code: string, error: unknown): boolean =>
  code in TLS ||
  /^(ERR_SSL|ERR_TLS|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|CRL_|INVALID_CA)/.test(code) ||
  (code === 'EPROTO' && /SSL|TLS/i.test((error as Error).message));

function tlsError(code: string, origin: string): KithError {
  const protocol = code === 'EPROTO' || code.startsWith('ERR_SSL');
  const [problem, hint] = TLS[code] ?? (protocol ? NOT_TLS : UNTRUSTED);
  return new KithError('ServiceUnavailable', `The service at ${origin} ${problem}.`, {
    hint,
    details: { cause: code },
  });
}
