import type { Context, Hono } from 'hono';
import type { ShowPage } from '../layout/page.tsx';
import type { Trouble } from '../pages/errors/error-page.tsx';
import type { SignedIn, Visitor, WebServices } from '../services/services.ts';

/** What is known of a request beside itself. */
export interface Env {
  Bindings: { visitor: Visitor };
  Variables: { signedIn: () => Promise<SignedIn | undefined> };
}

export type PageContext = Context<Env>;
export type Pages = Hono<Env>;

export interface Frame {
  services: WebServices;
  show: ShowPage;
  /** A page, or JSON where a script asked, that says why something cannot be done. */
  refuse(context: PageContext, status: number, trouble: Trouble): Promise<Response>;
}
