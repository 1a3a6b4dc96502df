import { randomBytes } from 'node:crypto';
import type { Secret } from './secret.ts';

const HALF = 16;

/** Tokens that tell whoever has the secret whose they are, so that the owner's database is found without a directory. */
export interface OwnerTokens {
  /** What they are sealed for. */
  purpose: string;
  make(secret: Secret, userId: string): string;
  /** What a token is looked up by, under each secret: the token itself is never stored in the clear. */
  lookups(secret: Secret, token: string): string[];
  /** The owners that a token may name, one for each secret that may have made it; for a made-up token, nobody. */
  ownersOf(secret: Secret, token: string): string[];
}

/** One half is random; the other names the owner, masked by a digest of the first. */
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
