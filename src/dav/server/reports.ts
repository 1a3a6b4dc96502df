import { KithError } from '../../shared/error.ts';
import { CARD, DAV, type Element } from '../client/xml.ts';
import { multiget } from './multiget.ts';
import { query } from './query.ts';
import { xmlOf } from './read-request.ts';
import { refusal } from './refusal.ts';
import type { DavContext } from './request-context.ts';
import type { DavResource } from './resources.ts';
import { syncCollection } from './sync.ts';

const REPORTS: Record<string, (context: DavContext, resource: DavResource, report: Element) => Promise<Response>> = {
  [`${CARD} addressbook-multiget`]: multiget,
  [`${CARD} addressbook-query`]: query,
  [`${DAV} sync-collection`]: syncCollection,
};

/** REPORT (RFC 3253, 3.6). Only the address book supports reports. */
export async function report(context: DavContext, resource: DavResource): Promise<Response> {
  const root = await xmlOf(context.request);
  if (!root) throw new KithError('BadRequest', 'A REPORT needs a body.');
  const run = REPORTS[`${root.space} ${root.name}`];
  if (!run || resource.kind !== 'book')
    throw refusal(403, '<D:supported-report/>', 'This resource does not support the report.');
  return run(context, resource, root);
}
