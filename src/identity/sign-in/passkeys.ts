import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { COSEALG, decodeAttestationObject, decodeClientDataJSON, isoBase64URL } from '@simplewebauthn/server/helpers';
import type { PasskeyError } from '../../contract/sign-in.ts';
import type { Store } from '../../store/store.ts';
import type { Secret } from '../secrets/secret.ts';
import { addPasskey, findPasskey, listPasskeys, notePasskeyUse } from '../users/passkeys.ts';
import { record, type SecurityEvent } from '../users/security-log.ts';
import { type ClientInfo, openSession } from '../users/sessions.ts';
import { consumeRecord, findRecord, newToken, putRecord, removeExpiredRecords } from '../users/sign-in-records.ts';

// The two WebAuthn ceremonies (W3C, Level 3, section 7): registering a passkey and signing in with one. The device
// stores the passkey for this origin, so people need not enter a name.

/** Timeout for the person. The browser uses it, and the challenge is stored for as long. */
const CHALLENGE_MS = 5 * 60_000;
/** Every authenticator supports at least one of these, and every supported Node version can verify them. */
const ALGORITHMS = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256];
const KINDS = { add: 'passkey to add', signIn: 'passkey to sign in' } as const;

export interface Person {
  id: string;
  email: string;
  name: string | null;
}

export interface Passkeys {
  optionsToAdd(person: Person): Promise<PublicKeyCredentialCreationOptionsJSON>;
  add(person: Person, response: unknown, name: string, address: string | undefined): Promise<PasskeyError | undefined>;
  optionsToSignIn(): Promise<PublicKeyCredentialRequestOptionsJSON>;
  /** Returns the token of a new session. */
  signIn(response: unknown, clientInfo: ClientInfo): Promise<{ token: string } | PasskeyError>;
}

interface PasskeyServices {
  store: Store;
  secret: Secret;
  /** Origin of the web app. A passkey belongs to its host name. */
  origin: string;
  /** Called when a passkey is refused. */
  note(event: SecurityEvent): void;
}

export function makePasskeys({ store, secret, origin, note }: PasskeyServices): Passkeys {
  const rpID = new URL(origin).hostname;
  const expected = { expectedOrigin: origin, expectedRPID: rpID, requireUserVerification: true };

  return {
    async optionsToAdd({ id: userId, email, name }) {
      const known = await listPasskeys(store, userId);
      return generateRegistrationOptions({
        rpName: 'kith',
        rpID,
        userID: isoBase64URL.toBuffer(isoBase64URL.fromUTF8String(userId)),
        userName: email,
        userDisplayName: name ?? email,
        challenge: isoBase64URL.toBuffer(await newChallenge(KINDS.add, userId)),
        timeout: CHALLENGE_MS,
        attestationType: 'none',
        excludeCredentials: known.map(({ id, transports }) => ({ id, transports })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs: ALGORITHMS,
      });
    },

    async add({ id: userId }, response, name, address) {
      const refused = (trouble: PasskeyError): PasskeyError => {
        note({ event: 'passkey.refused', userId, address, detail: `new ${trouble}` });
        return trouble;
      };
      if (!isRegistration(response) || hasForeignAttestation(response)) return refused('wrong');
      const challenge = await answeredChallenge(KINDS.add, response.response.clientDataJSON);
      if (challenge?.userId !== userId) return refused('late');
      const { text: expectedChallenge } = challenge;
      const checked = await sound(() => verifyRegistrationResponse({ response, expectedChallenge, ...expected }));
      if (!checked?.verified) return refused('wrong');
      const { credential } = checked.registrationInfo;
      const { id, counter, transports } = credential;
      const publicKey = isoBase64URL.fromBuffer(credential.publicKey);
      await addPasskey(store, userId, { id, name, publicKey, counter, transports: known(transports) }, address);
      return undefined;
    },

    async optionsToSignIn() {
      const challenge = isoBase64URL.toBuffer(await newChallenge(KINDS.signIn));
      return generateAuthenticationOptions({ rpID, challenge, timeout: CHALLENGE_MS, userVerification: 'required' });
    },

    async signIn(response, clientInfo) {
      const { address } = clientInfo;
      const refused = (trouble: PasskeyError, userId?: string): PasskeyError => {
        note({ event: 'passkey.refused', userId, address, detail: trouble });
        return trouble;
      };
      if (!isAuthentication(response)) return refused('wrong');
      const challenge = await answeredChallenge(KINDS.signIn, response.response.clientDataJSON);
      if (!challenge) return refused('late');
      const found = await findPasskey(store, response.id);
      if (!found) return refused('unknown');
      const { passkey } = found;
      const userId = passkey.user_id;
      const { userHandle } = response.response;
      if (userHandle && userHandle !== isoBase64URL.fromUTF8String(userId)) return refused('wrong', userId);
      // The library gets a counter of 0. The counter is checked below, to distinguish a decreased counter from a wrong
      // signature.
      const credential = { id: passkey.id, publicKey: isoBase64URL.toBuffer(passkey.public_key), counter: 0 };
      const checked = await sound(() =>
        verifyAuthenticationResponse({ response, expectedChallenge: challenge.text, credential, ...expected }),
      );
      if (!checked?.verified) return refused('wrong', userId);
      const { newCounter } = checked.authenticationInfo;
      // A counter that did not increase means that the key was copied (WebAuthn, 6.1.1). Authenticators without a
      // counter always send 0.
      if (newCounter <= passkey.counter && (newCounter > 0 || passkey.counter > 0)) {
        await store.directory((db) => record(db, { event: 'passkey.refused', userId, address, detail: 'counter' }));
        return 'wrong';
      }
      const token = await store.directory(async (db) =>
        (await notePasskeyUse(db, passkey, newCounter))
          ? openSession(db, secret, userId, clientInfo, 'passkey')
          : undefined,
      );
      return token === undefined ? refused('wrong', userId) : { token };
    },
  };

  function newChallenge(kind: string, userId?: string): Promise<string> {
    return store.directory(async (db) => {
      const challenge = newToken();
      await removeExpiredRecords(db);
      await putRecord(db, secret, kind, challenge, {
        content: {},
        userId,
        expiresAt: new Date(Date.now() + CHALLENGE_MS),
      });
      return challenge;
    });
  }

  /** Consumes the challenge of a response. Undefined if kith did not issue it or it was already answered. */
  async function answeredChallenge(kind: string, clientData: string) {
    const data = await sound(() => decodeClientDataJSON(clientData));
    const text = data?.challenge;
    if (typeof text !== 'string') return undefined;
    const found = await findRecord(store, secret, kind, text);
    const isFirst = found && (await store.directory((db) => consumeRecord(db, secret, kind, text)));
    return isFirst ? { text, userId: found.userId } : undefined;
  }
}

/** Returns the result of a library check; undefined if it throws, as it does for any invalid input. */
async function sound<T>(check: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await check();
  } catch {
    return undefined;
  }
}

/**
 * Returns whether there is an attestation, which kith does not request. Verifying one would fetch the URLs in its
 * certificates.
 */
function hasForeignAttestation({ response }: RegistrationResponseJSON): boolean {
  try {
    const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
    const format = attestation.get('fmt');
    return format !== 'none' && (format !== 'packed' || attestation.get('attStmt').get('x5c') !== undefined);
  } catch {
    return true;
  }
}

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];
const known = (transports: unknown): string[] =>
  Array.isArray(transports) ? TRANSPORTS.filter((one) => transports.includes(one)) : [];

const isRegistration = (value: unknown): value is RegistrationResponseJSON =>
  hasTexts(value, ['id', 'rawId', 'type']) && hasTexts(value.response, ['clientDataJSON', 'attestationObject']);

const isAuthentication = (value: unknown): value is AuthenticationResponseJSON =>
  hasTexts(value, ['id', 'rawId', 'type']) &&
  hasTexts(value.response, ['clientDataJSON', 'authenticatorData', 'signature']);

const hasTexts = (value: unknown, names: string[]): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  names.every((name) => typeof (value as Record<string, unknown>)[name] === 'string');
