import { shouldYield, yieldToOthers } from '../../shared/yield.ts';
import { DAV, type Element } from '../client/xml.ts';
import { addressDataIn } from './address-data.ts';
import { notFoundResponse, responsesTo } from './members.ts';
import { multistatus } from './multistatus.ts';
import { requestedProperties, textsOf } from './read-request.ts';
import type { DavContext } from './request-context.ts';
import type { DavResource } from './resources.ts';

/** addressbook-multiget (RFC 6352, 8.7): returns the cards at the given URLs, each once. */
export async function multiget(context: DavContext, _: DavResource, root: Element): Promise<Response> {
  const { request, resources } = context;
  const asked = requestedProperties(root, request.headers);
  const data = addressDataIn(root);
  const hrefs = [...new Set(textsOf(root, DAV, 'href'))];

  async function* answer() {
    const names = new Set<string>();
    for (const one of hrefs) {
      if (shouldYield()) await yieldToOthers();
      const resource = placeIn(one);
      if (resource?.kind === 'card') names.add(resource.name);
      else yield notFoundResponse(one);
    }
    yield* responsesTo(context, [...names], asked, data, (name) => notFoundResponse(resources.card(name).href));
  }

  /** Resolves a path or full URL. The host is ignored because a proxy may change it. */
  function placeIn(text: string): DavResource | undefined {
    const resource = URL.canParse(text, request.url) ? resources.at(new URL(text, request.url).pathname) : undefined;
    return resource === 'within' ? undefined : resource;
  }

  return multistatus(request, answer());
}
