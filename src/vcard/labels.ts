import type { Property } from './property.ts';
import { parameter, plainValue, typeValues } from './values.ts';

/** TYPE values that are not labels, because they describe how a property is used or preferred. */
export const UNLABELING = [
  'pref',
  'voice',
  'internet',
  'x400',
  'msg',
  'text',
  'textphone',
  'dom',
  'intl',
  'postal',
  'parcel',
];
const PLACES = ['home', 'work', 'other', 'main'];
const RENAMED = new Map([
  ['cell', 'mobile'],
  ['iphone', 'iPhone'],
]);

/** Maps each group to its X-ABLabel: `item1.X-ABLabel:_$!<Work>!$_` labels every `item1.` property "work". */
export function groupLabels(properties: Property[]): Map<string, string> {
  const labels = properties.filter(({ name, group }) => name === 'X-ABLABEL' && group);
  return new Map(labels.map((property) => [property.group, readAppleLabel(plainValue(property))]));
}

/** Apple marks its predefined labels as `_$!<HomePage>!$_`. A user's own label is not marked and is kept as written. */
function readAppleLabel(value: string): string {
  const own = /^_\$!<(.*)>!\$_$/.exec(value)?.[1];
  return own === undefined ? value : own.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
}

/**
 * Returns a property's label: its group's label or, failing that, its TYPEs, such as "home", "mobile" or "work fax".
 */
export function labelOf(property: Property, labels: Map<string, string>): string | undefined {
  const given = labels.get(property.group) || parameter(property, 'X-LABEL');
  return given || labelOfTypes(property) || undefined;
}

/** Joins the TYPEs to one label, with the place first. */
export function labelOfTypes(property: Property): string {
  const named = [...new Set(typeValues(property))].filter((type) => type && !UNLABELING.includes(type));
  const [places, kinds] = [
    named.filter((type) => PLACES.includes(type)),
    named.filter((type) => !PLACES.includes(type)),
  ];
  return [...places, ...kinds].map((type) => RENAMED.get(type) ?? type.replace(/^x-/, '')).join(' ');
}
