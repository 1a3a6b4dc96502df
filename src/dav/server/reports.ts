import { KithError } from '../../shared/error.ts';
import { CARD, DAV, type Element } from '../client/xml.ts';
import { multiget } from './multiget.ts';
import type { Place } from './places.ts';
import { query } from './query.ts';
import { xmlOf } from './read-request.ts';
import { refusal } from './refusal.ts';
import type { DavContext } from './request-context.ts';
import { syncCollection } from './sync.ts';

const REPORTS: Record<string, (scene: DavContext, place: Place, report: Element) => Promise<Response>> = {
  [`${CARD} addressbook-multiget`]: multiget,
  [`${CARD} addressbook-query`]: query,
  [`${DAV} sync-collection`]: syncCollection,
};

/** REPORT (RFC 3253, 3.6). All there are speak of the address book. */
export async function report(scene: DavContext, place: Place): Promise<Response> {
  const root = await xmlOf(scene.request);
  if (!root) throw new KithError('BadRequest', 'A REPORT needs a body.');
  const run = REPORTS[`${root.space} ${root.name}`];
  if (!run || place.kind !== 'book') throw refusal(403, '<D:supported-report/>', 'There is no such report here.');
  return run(scene, place, root);
}
