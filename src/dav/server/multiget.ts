import { giveWay, isTimeToGiveWay } from '../../shared/yield.ts';
import { DAV, type Element } from '../client/xml.ts';
import { addressDataIn } from './address-data.ts';
import { gone, responsesTo } from './members.ts';
import { multistatus } from './multistatus.ts';
import type { Place } from './places.ts';
import { askedIn, wanted } from './read-request.ts';
import type { DavContext } from './request-context.ts';

/** addressbook-multiget (RFC 6352, 8.7): the cards at these addresses, each told once. */
export async function multiget(scene: DavContext, _: Place, root: Element): Promise<Response> {
  const { request, places } = scene;
  const asked = askedIn(root, request.headers);
  const data = addressDataIn(root);
  const hrefs = [...new Set(wanted(root, DAV, 'href'))];

  async function* answer() {
    const names = new Set<string>();
    for (const one of hrefs) {
      if (isTimeToGiveWay()) await giveWay();
      const place = placeIn(one);
      if (place?.kind === 'card') names.add(place.name);
      else yield gone(one);
    }
    yield* responsesTo(scene, [...names], asked, data, (name) => gone(places.card(name).href));
  }

  /** A path, or a whole address, whatever this host is called behind a proxy. */
  function placeIn(text: string): Place | undefined {
    const place = URL.canParse(text, request.url) ? places.at(new URL(text, request.url).pathname) : undefined;
    return place === 'within' ? undefined : place;
  }

  return multistatus(request, answer());
}
