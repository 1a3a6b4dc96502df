import { DAV, type Element } from '../../import/carddav/xml.ts';
import { addressDataIn } from './address-data.ts';
import { gone, readable, responsesByName } from './members.ts';
import { multistatus } from './multistatus.ts';
import type { Place } from './places.ts';
import { askedIn, wanted } from './read-request.ts';
import type { Scene } from './scene.ts';

/** addressbook-multiget (RFC 6352, 8.7): the cards at these addresses, each told once. */
export async function multiget(scene: Scene, _: Place, root: Element): Promise<Response> {
  const { request, places } = scene;
  const asked = askedIn(root, request.headers);
  const data = addressDataIn(root);
  const hrefs = [...new Set(wanted(root, DAV, 'href'))];

  async function* answer() {
    const names = new Map<string, string>();
    for (const one of hrefs) {
      const place = placeIn(one);
      if (place?.kind === 'card') names.set(place.name, one);
      else yield gone(one);
    }
    for (const some of readable([...names.keys()], data)) {
      const found = await responsesByName(scene, some, asked, data);
      for (const name of some) yield found.get(name) ?? gone(places.card(name).href);
    }
  }

  /** A path, or a whole address of this very host. */
  function placeIn(text: string): Place | undefined {
    const url = URL.canParse(text, request.url) ? new URL(text, request.url) : undefined;
    const place = url?.host === new URL(request.url).host ? places.at(url.pathname) : undefined;
    return place === 'within' ? undefined : place;
  }

  return multistatus(request, answer());
}
