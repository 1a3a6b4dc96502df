import { KithError } from '../error.ts';

/** A response refers to another origin or redirects in a loop. Nothing was sent there. */
export class CrossOriginError extends KithError {
  readonly #target: URL | undefined;

  constructor(
    here: URL,
    target?: URL,
    problem = `points ${target ? `to another host, ${originOf(target)}` : 'nowhere'}`,
  ) {
    super('BadRequest', `${here.host} ${problem}.`, {
      hint: 'Nothing is sent there. If you trust it, enter its address yourself.',
    });
    this.#target = target;
  }

  /** Target without its path, which may be secret and must not appear in messages. */
  get origin(): string {
    return this.#target ? originOf(this.#target) : 'nowhere';
  }

  /** Target with its path, for addresses that are not secret. Without user name, password and query. */
  get address(): string | undefined {
    const target = this.#target;
    return target && /^https?:$/.test(target.protocol) ? originOf(target) + target.pathname.slice(0, 200) : undefined;
  }
}

const originOf = ({ protocol, host }: URL): string => (host ? `${protocol}//${host}` : protocol);

/**
 * Resolves a URL in a response: a link, Location or href. Throws `CrossOriginError` unless scheme, host and port are
 * those of `here` and it has no user name. Keep the result as a URL: its path, parsed again, could name a host
 * (`http://here//there/`).
 */
export function sameOrigin(here: URL, reference: URL | string): URL {
  const text = String(reference);
  const there = URL.canParse(text, here.href) ? new URL(text, here.href) : undefined;
  // `origin` is not enough: for `blob:http://here/` it is `http://here`.
  const stays = there && there.protocol === here.protocol && there.host === here.host;
  if (stays && !there.username && !there.password) return there;
  throw new CrossOriginError(here, there);
}
