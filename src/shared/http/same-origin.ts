import { KithError } from '../error.ts';

/** An answer leads where we do not go: off its own origin, or round in circles. Nothing was sent there. */
export class CrossOriginError extends KithError {
  readonly #target: URL | undefined;

  constructor(
    here: URL,
    target?: URL,
    problem = `points ${target ? `to another host, ${originOf(target)}` : 'nowhere'}`,
  ) {
    super('BadRequest', `${here.host} ${problem}.`, {
      hint: 'Nothing is sent there. If you trust it, give its address yourself.',
    });
    this.#target = target;
  }

  /** Where it leads, without the path: that may be secret, and stays out of messages. */
  get origin(): string {
    return this.#target ? originOf(this.#target) : 'nowhere';
  }

  /** With the path, for those whose addresses are no secret; without a user, a password or a query. */
  get address(): string | undefined {
    const target = this.#target;
    return target && /^https?:$/.test(target.protocol) ? originOf(target) + target.pathname.slice(0, 200) : undefined;
  }
}

const originOf = ({ protocol, host }: URL): string => (host ? `${protocol}//${host}` : protocol);

/**
 * An address that an answer names: a link, a Location, an href. Throws `CrossOriginError` unless it has the scheme, the host and
 * the port of `here`, and no user in it. What comes out is to be kept as a URL: its path alone, read once more as a
 * reference, may name a host (`http://here//there/`).
 */
export function sameOrigin(here: URL, reference: URL | string): URL {
  const text = String(reference);
  const there = URL.canParse(text, here.href) ? new URL(text, here.href) : undefined;
  // Not `origin`: that of `blob:http://here/` is `http://here`.
  const stays = there && there.protocol === here.protocol && there.host === here.host;
  if (stays && !there.username && !there.password) return there;
  throw new CrossOriginError(here, there);
}
