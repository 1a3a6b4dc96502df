import { createHash, randomUUID } from 'node:crypto';
import type { FakeAccount } from './data.ts';
import type { Reply } from './fake-providers.ts';

// Both authorization servers: codes with PKCE, rotating refresh tokens, device codes, revocation.

interface Grant {
  email: string;
  scope: string;
  refreshToken: string;
  accessToken: string;
  expires: number;
}

interface Code {
  email: string;
  scope: string;
  challenge: string;
  redirectUri: string;
}

/** The valid tokens, and the ways to get more. */
export class FakeOAuth {
  readonly grants: Grant[] = [];
  readonly codes = new Map<string, Code>();
  readonly devices = new Map<string, { email: string; scope: string; polls: number }>();
  /** Lifetime of an access token, in seconds. */
  lifetime = 3600;
  refreshes = 0;
  /** Refresh tokens that were used after they had been replaced or revoked. */
  readonly stale: string[] = [];

  grant({ email }: Pick<FakeAccount, 'email'>, scope: string): Grant {
    const grant = {
      email,
      scope,
      refreshToken: `r-${randomUUID()}`,
      accessToken: `a-${randomUUID()}`,
      expires: Date.now() + this.lifetime * 1000,
    };
    this.grants.push(grant);
    return grant;
  }

  /** The account of this access token, while it is valid. */
  ownerOf(token: string | undefined): Grant | undefined {
    const grant = this.grants.find(({ accessToken }) => accessToken === token);
    return grant && grant.expires > Date.now() ? grant : undefined;
  }

  /** Rejects every access token of an account from now on. Its refresh token still works. */
  expire(email: string): void {
    for (const grant of this.grants) if (grant.email === email) grant.expires = 0;
  }

  revoke(email: string): void {
    for (const grant of [...this.grants]) if (grant.email === email) this.grants.splice(this.grants.indexOf(grant), 1);
  }

  /** The redirect to kith after the user consented. */
  agree(authorizationUrl: string, email: string, scope?: string): URL {
    const asked = new URL(authorizationUrl).searchParams;
    if (asked.get('code_challenge_method') !== 'S256') throw new Error('no PKCE');
    const code = randomUUID();
    const redirectUri = asked.get('redirect_uri')!;
    this.codes.set(code, {
      email,
      scope: scope ?? asked.get('scope')!,
      challenge: asked.get('code_challenge')!,
      redirectUri,
    });
    const back = new URL(redirectUri);
    back.searchParams.set('code', code);
    back.searchParams.set('state', asked.get('state')!);
    return back;
  }

  token(form: URLSearchParams): Reply {
    const kind = form.get('grant_type');
    if (kind === 'refresh_token') return this.#refresh(form.get('refresh_token')!);
    if (kind === 'authorization_code') return this.#exchange(form);
    return this.#poll(form.get('device_code')!);
  }

  device(form: URLSearchParams, email: string): Reply {
    const device_code = randomUUID();
    this.devices.set(device_code, { email, scope: form.get('scope')!, polls: 0 });
    return {
      json: {
        device_code,
        user_code: 'ABCD-EFGH',
        verification_uri: 'https://example.com/device',
        expires_in: 900,
        interval: 0.01,
      },
    };
  }

  #refresh(token: string): Reply {
    const grant = this.grants.find(({ refreshToken }) => refreshToken === token);
    if (!grant) {
      this.stale.push(token);
      return refused('invalid_grant');
    }
    this.refreshes++;
    // Rotated: the old one is rejected from now on.
    Object.assign(grant, {
      refreshToken: `r-${randomUUID()}`,
      accessToken: `a-${randomUUID()}`,
      expires: Date.now() + this.lifetime * 1000,
    });
    return this.#tokens(grant);
  }

  #exchange(form: URLSearchParams): Reply {
    const code = this.codes.get(form.get('code')!);
    this.codes.delete(form.get('code')!);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (!code || code.challenge !== challenge || code.redirectUri !== form.get('redirect_uri'))
      return refused('invalid_grant');
    return this.#tokens(this.grant(code, code.scope));
  }

  #poll(deviceCode: string): Reply {
    const device = this.devices.get(deviceCode);
    if (!device) return refused('invalid_grant');
    if (device.polls++ === 0) return refused('authorization_pending');
    return this.#tokens(this.grant(device, device.scope));
  }

  #tokens({ accessToken, refreshToken, scope }: Grant): Reply {
    return {
      json: {
        token_type: 'Bearer',
        access_token: accessToken,
        refresh_token: refreshToken,
        expires_in: this.lifetime,
        scope,
      },
    };
  }
}

const refused = (error: string): Reply => ({ status: 400, json: { error, error_description: `${error}: as planned` } });
