import { KithError } from '../shared/error.ts';
import { UNKNOWN_CODING } from '../shared/http/decode.ts';
import { codeOf } from '../shared/http/origin.ts';

/**
 * Consequence of a failed attempt. `unsent`, `unknownHost`: it reached no service. `lost`: it may have been processed.
 * `unusable`: it may have been processed, and a retry would not give a better response. `final`: it was rejected before
 * anything was sent, and would be again.
 */
export type FailureKind = 'unsent' | 'unknownHost' | 'lost' | 'unusable' | 'final';

/** An attempt without a complete response. */
export class AttemptFailure extends Error {
  constructor(
    readonly kind: FailureKind,
    /** Error for the caller if this was the last attempt. */
    readonly error: KithError,
    /** The service closed a reused connection: this is normal and needs no pause. */
    readonly dropped = false,
  ) {
    super(error.message);
  }
}

/** Details of the request that explain the failure. */
export interface AttemptInfo {
  origin: string;
  timeoutMs: number;
  /** The connection was used before. */
  reused: boolean;
}

const UNSENT = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT', 'EADDRNOTAVAIL'];
const DROPPED = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];
const OVERSIZED = ['UND_ERR_RES_EXCEEDED_MAX_SIZE', 'UND_ERR_HEADERS_OVERFLOW'];

/** Explains why no complete response arrived, without quoting the request. */
export function failureFrom(error: unknown, sent: AttemptInfo): AttemptFailure {
  const code = codeOf(error) ?? 'unknown';
  const { origin } = sent;
  if (isTls(code, error)) return new AttemptFailure('final', tlsError(code, origin));
  if (code === 'ENOTFOUND') {
    return new AttemptFailure(
      'unknownHost',
      unreachable(`There is no host named ${new URL(origin).hostname}.`, code, 'Check KITH_BASE_URL.'),
    );
  }
  if (OVERSIZED.includes(code)) return new AttemptFailure('unusable', oversized(origin));
  if (code === UNKNOWN_CODING) return new AttemptFailure('unusable', packed(origin));
  if (UNSENT.includes(code))
    return new AttemptFailure('unsent', unreachable(`The service at ${origin} could not be reached.`, code));
  return new AttemptFailure(
    'lost',
    unreachable(`The connection to ${origin} was lost.`, code),
    sent.reused && DROPPED.includes(code),
  );
}

export const timeoutFailure = ({ origin, timeoutMs }: AttemptInfo): AttemptFailure =>
  new AttemptFailure(
    'lost',
    unreachable(`The service at ${origin} did not answer within ${timeoutMs / 1000} s.`, 'ETIMEDOUT'),
  );

const unreachable = (message: string, code: string, hint = 'Check KITH_BASE_URL and the connection.') =>
  new KithError('ServiceUnavailable', message, { hint, details: { cause: code } });

const oversized = (origin: string) =>
  new KithError('ResponseTooLarge', `The response from ${origin} is larger than this client accepts.`, {
    status: 502,
    hint: 'Request fewer rows at once (take), or raise maxResponseBytes.',
  });

const packed = (origin: string) =>
  new KithError('ServiceUnavailable', `The response from ${origin} has a compression that this client cannot read.`, {
    status: 502,
    hint: 'Turn off compression in the proxy in front of the service.',
  });

/** Error for a redirect to another origin, which must not receive the key, or without a target. */
export const redirectFailure = (origin: string, target: string): AttemptFailure =>
  new AttemptFailure(
    'unusable',
    new KithError('ServiceUnavailable', `The service at ${origin} redirects to ${target}; the key is not sent there.`, {
      status: 502,
      hint: `If you trust that address, set KITH_BASE_URL to it.`,
    }),
  );

/** Descriptions of certificate errors by the code of OpenSSL and Node. */
const TLS: Record<string, [problem: string, hint: string]> = {
  CERT_HAS_EXPIRED: ['has an expired certificate', 'Its administrator must renew it.'],
  CERT_NOT_YET_VALID: ['has a certificate that is not valid yet', "Check this computer's clock."],
  ERR_TLS_CERT_ALTNAME_INVALID: ['has a certificate for another name', 'Use the host name in the certificate.'],
  CERT_REVOKED: ['has a revoked certificate', 'Send it no data; ask its administrator.'],
};
const UNTRUSTED: [string, string] = [
  'has a certificate that this computer does not trust',
  'If it is your own, add its CA with NODE_EXTRA_CA_CERTS.',
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
