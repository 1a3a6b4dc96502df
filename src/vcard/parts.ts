import type { Property } from './property.ts';
import type { AddressField } from './types.ts';
import { componentValues, parameter, plainValue, typeValues } from './values.ts';

/** Returns the number of a TEL property, either as written or from a `tel:` URI (RFC 3966). */
export function phoneOf(property: Property): string {
  const written = plainValue(property);
  if (!/^tel:/i.test(written)) return written;
  const [number = '', ...options] = written.slice('tel:'.length).split(';');
  const extension = options.find((option) => /^ext=/i.test(option))?.slice(4);
  return extension ? `${number} ext. ${extension}` : number;
}

/** Returns the parts of an ADR (RFC 6350 section 6.3.1). Missing parts are empty strings. */
export function cardAddressOf(
  property: Property,
  version: string,
): Required<Omit<AddressField, 'formatted' | 'address_type'>> {
  const [box, extended, line, city = '', region = '', postal_code = '', country = ''] = componentValues(
    property,
    version,
    ', ',
  );
  return { street: [line, extended, box].filter(Boolean).join(', '), city, region, postal_code, country };
}

/** Reads a messaging or social profile. The service comes from a parameter, the label, or the URI scheme. */
export function profileOf(
  property: Property,
  labels: Map<string, string>,
): { service: string | undefined; value: string } {
  const value = plainValue(property) || parameter(property, 'X-USER') || parameter(property, 'USERNAME') || '';
  const scheme = /^([a-z][\w+.-]*):(?!\/\/)/i.exec(value)?.[1];
  const named = parameter(property, 'SERVICE-TYPE') ?? parameter(property, 'X-SERVICE-TYPE');
  const kind = typeValues(property).find((type) => !['pref', 'home', 'work', 'other'].includes(type));
  const byScheme = scheme === 'x-apple' ? undefined : scheme;
  return { service: named ?? kind ?? labels.get(property.group) ?? byScheme, value };
}
