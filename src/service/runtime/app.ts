import { type Handler, Hono } from 'hono';
import { describeApi } from '../../contract/openapi.ts';
import type { Operation } from '../../contract/schema/operation.ts';
import { KithError } from '../../shared/error.ts';
import { once } from '../../shared/once.ts';
import type { RequestContext } from './request-context.ts';
import { descriptionResponse } from './respond.ts';
import { deprecationHeaders, type Route, routerPath, routesByPath } from './routes.ts';

/** Path of share links. Visitors have no key, so this is not an operation of the contract. */
const SHARED_PATH = '/v1/shared/:token';

export interface Answers {
  /** Answers a request that matches the operation's method and path. */
  operation(
    route: Route,
    context: RequestContext,
    request: Request,
    pathValues: Record<string, string>,
  ): Promise<Response>;
  shared(context: RequestContext, token: string): Promise<Response>;
  refusal(context: RequestContext, refusal: KithError): Promise<Response>;
}

export type App = (request: Request, context: RequestContext) => Response | Promise<Response>;

/** Routes each API path and method to its handler. */
export function makeApp(routes: Route[], version: string, answers: Answers): App {
  const app = new Hono<{ Bindings: RequestContext }>({ strict: false });
  const description = once(() => {
    const operations = routes.map(({ operation }) => operation);
    return JSON.stringify(describeApi(operations, version));
  });

  // One handler per path, so the router has no chain to walk, and an unknown method cannot match a path with an id.
  for (const [path, there] of routesByPath(routes)) app.all(routerPath(path), dispatch(there));
  app.get('/openapi.json', ({ env }) => descriptionResponse(description(), env.headers));
  app.get(SHARED_PATH, (context) => answers.shared(context.env, context.req.param('token')));
  for (const path of ['/openapi.json', SHARED_PATH]) {
    app.all(path, (context) => answers.refusal(context.env, methodNotAllowed([{ operation: { method: 'GET' } }])));
  }
  app.notFound((context) => answers.refusal(context.env, notFoundError()));
  return (request, context) => app.fetch(request, context);

  /** Dispatches by method among the routes of one path. */
  function dispatch(there: Route[]): Handler<{ Bindings: RequestContext }> {
    const byMethod = new Map(
      there.map((route) => [
        route.operation.method as string,
        { route, deprecation: deprecationHeaders(route.operation, routes) },
      ]),
    );
    return ({ env, req }) => {
      const found = byMethod.get(req.method === 'HEAD' ? 'GET' : req.method);
      if (!found) return answers.refusal(env, methodNotAllowed(there));
      const { route, deprecation } = found;
      const context = deprecation ? { ...env, headers: { ...env.headers, ...deprecation } } : env;
      return answers.operation(route, context, req.raw, req.param());
    };
  }
}

const notFoundError = () =>
  new KithError('NotFound', 'Nothing exists at this path.', { hint: 'GET /openapi.json lists all paths.' });

function methodNotAllowed(routes: { operation: Pick<Operation, 'method'> }[]): KithError {
  const methods = routes.map(({ operation }) => operation.method);
  return new KithError('MethodNotAllowed', `This path accepts only ${methods.join(', ')}.`, {
    details: { allow: methods },
  });
}
