import type { Operation } from '../../contract/schema/operation.ts';
import type { AnyHandler, PlainHandler } from './execute.ts';

/** An operation and the function that answers it. */
export interface Route {
  operation: Operation;
  handler: AnyHandler;
  /** Answers a read over HTTP in place of the handler, with the same data as JSON. */
  written?: PlainHandler | undefined;
}

/** The path as the router writes it. */
export const routerPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

/** Whether an address is below those of all operations, where nothing else answers. */
export const isOperationPath = (url: string): boolean => /^https?:\/\/[^/?#]*\/v[12]\//.test(url);

/** The routes of each path, in their order. */
export function routesByPath(routes: Route[]): [string, Route[]][] {
  const paths = new Map<string, Route[]>();
  for (const route of routes) paths.set(route.operation.path, [...(paths.get(route.operation.path) ?? []), route]);
  return [...paths];
}

/** The headers that announce the end of an operation (RFC 9745, RFC 8594); undefined where none is announced. */
export function deprecationHeaders({ deprecated }: Operation, routes: Route[]): Record<string, string> | undefined {
  if (!deprecated) return undefined;
  const successor = routes.find(({ operation }) => operation.name === deprecated.replacement)?.operation.path;
  return {
    Deprecation: `@${deprecated.since}`,
    Sunset: new Date(deprecated.sunset * 1000).toUTCString(),
    ...(successor && { Link: `<${successor}>; rel="successor-version"` }),
  };
}
