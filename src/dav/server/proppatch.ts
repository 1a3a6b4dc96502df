import type { PropertyChange } from '../../shared/cards/address-book.ts';
import { KithError } from '../../shared/error.ts';
import { childrenOf, DAV, type Element } from '../client/xml.ts';
import { nameIn } from './dead-properties.ts';
import { multistatus } from './multistatus.ts';
import type { Place } from './places.ts';
import { isProtected, isSettable } from './properties.ts';
import { MOST_PROPERTIES, xmlOf } from './read-request.ts';
import { type DavContext, mayWrite } from './request-context.ts';
import { element, href, standalone, status, XML } from './xml.ts';

/** A change that is asked for, and the status that it is refused with by itself. */
interface Step extends PropertyChange {
  refused: 403 | 409 | undefined;
}

/** PROPPATCH (RFC 4918, 9.2): all that it asks is done, or nothing. Properties are of cards and of the book. */
export async function proppatch(scene: DavContext, place: Place): Promise<Response> {
  const { request, visitor } = scene;
  mayWrite(scene, place.href, 'write-properties');
  const root = await xmlOf(request);
  if (root?.space !== DAV || root.name !== 'propertyupdate')
    throw new KithError('BadRequest', 'The body of a PROPPATCH must be a DAV:propertyupdate.');
  const steps = stepsIn(root, place);
  if (steps.length > MOST_PROPERTIES)
    throw new KithError('BadRequest', `A request may change ${MOST_PROPERTIES} properties.`);
  const isRefused = steps.some(({ refused }) => refused !== undefined);
  const name = nameIn(place);
  const outcome = name === undefined ? 'changed' : await visitor.book.changeProperties(name, isRefused ? [] : steps);
  if (outcome === 'absent') throw scene.absent();

  const codeOf = ({ refused, xml }: Step): number => {
    if (isRefused) return refused ?? 424;
    if (outcome === 'full') return xml === undefined ? 424 : 507;
    return 200;
  };
  // Each is told once, whatever was to be done with it before.
  const told = [...new Map(steps.map((step) => [`${codeOf(step)} ${step.space} ${step.name}`, step])).values()];
  const part = (some: Step[], code: number, error = '') =>
    some.length === 0
      ? ''
      : `<D:propstat><D:prop>${some.map((step) => element(step)).join('')}</D:prop>${status(code)}${error}</D:propstat>`;
  async function* answer() {
    const parts = [200, 403, 409, 424, 507].map((code) => {
      const some = told.filter((step) => codeOf(step) === code);
      const live = code === 403 ? some.filter((step) => isProtected(place.kind, step)) : [];
      const others = some.filter((step) => !live.includes(step));
      return part(live, code, '<D:error><D:cannot-modify-protected-property/></D:error>') + part(others, code);
    });
    yield `<D:response>${href(place.href)}${parts.join('')}</D:response>`;
  }
  return multistatus(request, answer());
}

/** What is to be done, in the order of the request (RFC 4918, 9.2). */
function stepsIn(root: Element, place: Place): Step[] {
  const steps = root.children.filter(({ space, name }) => space === DAV && (name === 'set' || name === 'remove'));
  return steps.flatMap((step) =>
    childrenOf(step, DAV, 'prop').flatMap((prop) =>
      prop.children.map((one) => {
        const { space, name } = one;
        const xml = step.name === 'set' ? standalone(inLanguage(one, [prop, step, root])) : undefined;
        const isNone = nameIn(place) === undefined || isProtected(place.kind, one);
        const isNoText = isSettable(place.kind, one) && one.children.length > 0;
        return { space, name, xml, refused: isNone ? 403 : isNoText ? 409 : undefined };
      }),
    ),
  );
}

const languageOf = ({ foreign }: Element) => foreign.find(({ space, name }) => space === XML && name === 'lang');

/** A property with the language that is said of it, by itself or by what it lies in (RFC 4918, 4.3). */
function inLanguage(property: Element, around: Element[]): Element {
  const language = [property, ...around].map(languageOf).find((one) => one !== undefined);
  if (!language || languageOf(property)) return property;
  return { ...property, foreign: [...property.foreign, language] };
}
