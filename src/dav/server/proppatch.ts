import type { PropertyChange } from '../../shared/cards/address-book.ts';
import { KithError } from '../../shared/error.ts';
import { childrenOf, DAV, type Element } from '../client/xml.ts';
import { nameIn } from './dead-properties.ts';
import { multistatus } from './multistatus.ts';
import { isProtected, isSettable } from './properties.ts';
import { MAX_PROPERTIES, xmlOf } from './read-request.ts';
import { type DavContext, mayWrite } from './request-context.ts';
import type { DavResource } from './resources.ts';
import { element, href, standalone, status, XML } from './xml.ts';

/** A requested change. `refused` is its status if it is not allowed. */
interface Step extends PropertyChange {
  refused: 403 | 409 | undefined;
}

/** PROPPATCH (RFC 4918, 9.2), all or nothing. Only cards and the address book have dead properties. */
export async function proppatch(context: DavContext, resource: DavResource): Promise<Response> {
  const { request, principal } = context;
  mayWrite(context, resource.href, 'write-properties');
  const root = await xmlOf(request);
  if (root?.space !== DAV || root.name !== 'propertyupdate')
    throw new KithError('BadRequest', 'The body of a PROPPATCH must be a DAV:propertyupdate.');
  const steps = stepsIn(root, resource);
  if (steps.length > MAX_PROPERTIES)
    throw new KithError('BadRequest', `A request may change at most ${MAX_PROPERTIES} properties.`);
  const isRefused = steps.some(({ refused }) => refused !== undefined);
  const name = nameIn(resource);
  const outcome = name === undefined ? 'changed' : await principal.book.changeProperties(name, isRefused ? [] : steps);
  if (outcome === 'absent') throw context.absent();

  const codeOf = ({ refused, xml }: Step): number => {
    if (isRefused) return refused ?? 424;
    if (outcome === 'full') return xml === undefined ? 424 : 507;
    return 200;
  };
  // Each property is reported once, with its last step.
  const told = [...new Map(steps.map((step) => [`${codeOf(step)} ${step.space} ${step.name}`, step])).values()];
  const part = (some: Step[], code: number, error = '') =>
    some.length === 0
      ? ''
      : `<D:propstat><D:prop>${some.map((step) => element(step)).join('')}</D:prop>${status(code)}${error}</D:propstat>`;
  async function* answer() {
    const parts = [200, 403, 409, 424, 507].map((code) => {
      const some = told.filter((step) => codeOf(step) === code);
      const live = code === 403 ? some.filter((step) => isProtected(resource.kind, step)) : [];
      const others = some.filter((step) => !live.includes(step));
      return part(live, code, '<D:error><D:cannot-modify-protected-property/></D:error>') + part(others, code);
    });
    yield `<D:response>${href(resource.href)}${parts.join('')}</D:response>`;
  }
  return multistatus(request, answer());
}

/** The requested changes in document order (RFC 4918, 9.2). */
function stepsIn(root: Element, resource: DavResource): Step[] {
  const steps = root.children.filter(({ space, name }) => space === DAV && (name === 'set' || name === 'remove'));
  return steps.flatMap((step) =>
    childrenOf(step, DAV, 'prop').flatMap((prop) =>
      prop.children.map((one) => {
        const { space, name } = one;
        const xml = step.name === 'set' ? standalone(inLanguage(one, [prop, step, root])) : undefined;
        const isNone = nameIn(resource) === undefined || isProtected(resource.kind, one);
        const isNoText = isSettable(resource.kind, one) && one.children.length > 0;
        return { space, name, xml, refused: isNone ? 403 : isNoText ? 409 : undefined };
      }),
    ),
  );
}

const languageOf = ({ foreign }: Element) => foreign.find(({ space, name }) => space === XML && name === 'lang');

/** Adds the language that applies to a property from its ancestors (RFC 4918, 4.3). */
function inLanguage(property: Element, around: Element[]): Element {
  const language = [property, ...around].map(languageOf).find((one) => one !== undefined);
  if (!language || languageOf(property)) return property;
  return { ...property, foreign: [...property.foreign, language] };
}
