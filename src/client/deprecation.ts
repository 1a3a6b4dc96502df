import type { Deprecation } from './options.ts';
import type { WireResponse } from './transport.ts';

/** The announced end of an operation, from the headers of its answer; undefined when they announce none. */
export function deprecationOf(response: WireResponse): Deprecation | undefined {
  const [deprecated, sunset] = [response.header('deprecation'), response.header('sunset')];
  if (!deprecated && !sunset) return undefined;
  const link = linkTo(response.header('link'));
  return { ...time('since', deprecated), ...time('sunset', sunset), ...(link && { link }) };
}

/** `@1767225600` (RFC 9745) or an HTTP date (RFC 8594, and the drafts of the former); anything else has no time to tell. */
function time<N extends string>(name: N, value: string | undefined): { [K in N]?: Date } {
  const seconds = /^@(-?\d{1,12})$/.exec(value?.trim() ?? '')?.[1];
  const date = seconds ? new Date(Number(seconds) * 1000) : new Date(value ?? '');
  return (Number.isNaN(date.getTime()) ? {} : { [name]: date }) as { [K in N]?: Date };
}

const linkTo = (link: string | undefined): string | undefined =>
  /<([^>]+)>\s*;[^,]*rel="?(?:deprecation|sunset|successor-version)\b/i.exec(link ?? '')?.[1];
