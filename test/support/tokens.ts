import { SCOPES, type Scope } from '../../src/contract/scopes.ts';
import { type Browser, originOf } from './browser.ts';
import { letIn, registered, type Tokens } from './oauth-wire.ts';
import type { RunningService } from './service.ts';

/** Registers an app, has a user grant these scopes, and gets its tokens with a few requests, without the SDK. */
export async function tokensFor(
  service: RunningService,
  browser: Browser,
  scopes: readonly Scope[] = SCOPES,
): Promise<Tokens & { clientId: string }> {
  const host = await registered(originOf(service));
  return { ...(await letIn(host, browser, { scopes: [...scopes] })), clientId: host.clientId };
}
