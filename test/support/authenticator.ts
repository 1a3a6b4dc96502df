import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

// A device with passkeys, as a server sees it in WebAuthn (W3C, Level 3): P-256 keys, no attestation.

interface Question {
  challenge: string;
  rp?: { id: string };
  rpId?: string;
  user?: { id: string };
}

/** How the device deviates from correct behavior. */
export interface Oddity {
  origin?: string;
  challenge?: string;
  counter?: number;
  rpId?: string;
  /** The user was not verified. */
  unverified?: boolean;
  type?: string;
  /** Format and statement of an attestation. */
  attestation?: [format: string, statement: unknown];
  userHandle?: string;
  /** Signs something else. */
  forged?: boolean;
}

export interface Device {
  /** The response to a challenge for a new passkey. */
  make(question: Question, oddity?: Oddity): Record<string, unknown>;
  /** The response to a challenge for an existing passkey. */
  use(question: Question, oddity?: Oddity): Record<string, unknown>;
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const WITH_KEY = 0x40;

export function makeDevice(origin: string): Device {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let counter = 0;
  let userHandle: string | undefined;

  const clientData = (type: string, { challenge }: Question, oddity: Oddity): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: oddity.type ?? type,
        challenge: oddity.challenge ?? challenge,
        origin: oddity.origin ?? origin,
        crossOrigin: false,
      }),
    );

  function authenticatorData(rpId: string, oddity: Oddity, key = Buffer.alloc(0)): Buffer {
    const flags = PRESENT | (oddity.unverified ? 0 : VERIFIED) | (key.length > 0 ? WITH_KEY : 0);
    const count = Buffer.alloc(4);
    counter = oddity.counter ?? counter + 1;
    count.writeUInt32BE(counter);
    const digest = createHash('sha256')
      .update(oddity.rpId ?? rpId)
      .digest();
    return Buffer.concat([digest, Buffer.from([flags]), count, key]);
  }

  return {
    make(question, oddity = {}) {
      userHandle = question.user!.id;
      const { x, y } = publicKey.export({ format: 'jwk' });
      const cose = new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x!, 'base64url')],
        [-3, Buffer.from(y!, 'base64url')],
      ]);
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cbor(cose)]);
      const [format, statement] = oddity.attestation ?? ['none', new Map()];
      const attestation = new Map<string, unknown>([
        ['fmt', format],
        ['attStmt', statement],
        ['authData', authenticatorData(question.rp!.id, oddity, credential)],
      ]);
      return answer({
        clientDataJSON: clientData('webauthn.create', question, oddity).toString('base64url'),
        attestationObject: cbor(attestation).toString('base64url'),
        transports: ['internal'],
      });
    },
    use(question, oddity = {}) {
      const client = clientData('webauthn.get', question, oddity);
      const data = authenticatorData(question.rpId!, oddity);
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
      return answer({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', oddity.forged ? randomBytes(32) : signed, privateKey).toString('base64url'),
        userHandle: oddity.userHandle ?? userHandle,
      });
    },
  };

  function answer(response: Record<string, unknown>): Record<string, unknown> {
    const name = id.toString('base64url');
    return { id: name, rawId: name, type: 'public-key', clientExtensionResults: {}, response };
  }
}

/** The subset of CBOR (RFC 8949) that a credential uses. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
  if (value instanceof Map)
    return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one)])]);
  throw new Error(`no CBOR for ${typeof value}`);
}

function head(major: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(major << 5) | count]);
  if (count < 256) return Buffer.from([(major << 5) | 24, count]);
  return Buffer.from([(major << 5) | 25, count >> 8, count & 255]);
}
