import type { Context, Hono } from 'hono';
import type { ShowPage } from '../layout/page.tsx';
import type { Trouble } from '../pages/errors/error-page.tsx';
import type { SignedIn, Visitor, WebServices } from '../services/services.ts';

/** Context of a request. */
export interface Env {
  Bindings: { visitor: Visitor };
  Variables: { signedIn: () => Promise<SignedIn | undefined> };
}

export type PageContext = Context<Env>;
export type Pages = Hono<Env>;

export interface Frame {
  services: WebServices;
  show: ShowPage;
  /** Reports an error: a page, or JSON if a script sent the request. */
  refuse(context: PageContext, status: number, trouble: Trouble): Promise<Response>;
}
