import type { Operation } from '../../contract/schema/operation.ts';
import type { AnyHandler, PlainHandler } from './execute.ts';

/** An operation and its handler. */
export interface Route {
  operation: Operation;
  handler: AnyHandler;
  /** Replaces the handler of a read over HTTP. Returns the same data as JSON text. */
  written?: PlainHandler | undefined;
}

/** The path in the router's notation. */
export const routerPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

/** Whether a URL is below /v1/ or /v2/, which only operations use. */
export const isOperationPath = (url: string): boolean => /^https?:\/\/[^/?#]*\/v[12]\//.test(url);

/** The routes of each path, in order. */
export function routesByPath(routes: Route[]): [string, Route[]][] {
  const paths = new Map<string, Route[]>();
  for (const route of routes) paths.set(route.operation.path, [...(paths.get(route.operation.path) ?? []), route]);
  return [...paths];
}

/** The headers of a deprecated operation (RFC 9745, RFC 8594). Undefined if it is not deprecated. */
export function deprecationHeaders({ deprecated }: Operation, routes: Route[]): Record<string, string> | undefined {
  if (!deprecated) return undefined;
  const successor = routes.find(({ operation }) => operation.name === deprecated.replacement)?.operation.path;
  return {
    Deprecation: `@${deprecated.since}`,
    Sunset: new Date(deprecated.sunset * 1000).toUTCString(),
    ...(successor && { Link: `<${successor}>; rel="successor-version"` }),
  };
}
