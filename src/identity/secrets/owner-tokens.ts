import { randomBytes } from 'node:crypto';
import type { Secret } from './secret.ts';

const HALF = 16;

/**
 * Tokens that identify their owner to a holder of the secret, so that the owner's database is found without a
 * directory.
 */
export interface OwnerTokens {
  /** Purpose under which they are sealed. */
  purpose: string;
  make(secret: Secret, userId: string): string;
  /** Lookup values of a token, one per secret. The token itself is never stored unencrypted. */
  lookups(secret: Secret, token: string): string[];
  /**
   * Possible owners of a token, one per secret that may have created it. A forged token yields ids that belong to no
   * user.
   */
  ownersOf(secret: Secret, token: string): string[];
}

/** The first half is random. The second half is the owner, masked with a digest of the first. */
export function ownerTokens(purpose: string): OwnerTokens {
  /** One result for each secret, the current one first. */
  const masked = (secret: Secret, random: Uint8Array, half: Uint8Array): Buffer[] =>
    secret.signatures(`${purpose} owner`, Buffer.from(random).toString('hex')).map((signature) => {
      const mask = Buffer.from(signature, 'base64url');
      return Buffer.from(half.map((byte, index) => byte ^ mask[index]!));
    });
  return {
    purpose,
    make(secret, userId) {
      const random = randomBytes(HALF);
      const [owner] = masked(secret, random, Buffer.from(userId.replaceAll('-', ''), 'hex'));
      return Buffer.concat([random, owner!]).toString('base64url');
    },
    lookups: (secret, token) => secret.signatures(`${purpose} lookup`, token),
    ownersOf(secret, token) {
      const bytes = Buffer.from(token, 'base64url');
      if (bytes.length !== 2 * HALF) return [''];
      const owners = masked(secret, bytes.subarray(0, HALF), bytes.subarray(HALF));
      return owners.map((owner) => owner.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'));
    },
  };
}
