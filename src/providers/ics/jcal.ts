// Parsed iCalendar as plain data: jCal (RFC 7265).

/** Name, parameters, type, values. */
export type JcalProperty = [name: string, parameters: Record<string, unknown>, type: string, ...values: unknown[]];

/** Name, properties, components. */
export type Jcal = [name: string, properties: JcalProperty[], components: Jcal[]];

export const propertiesOf = ([, properties]: Jcal, name: string): JcalProperty[] =>
  properties.filter((property) => property[0] === name);

export const valuesOf = ([, , , ...values]: JcalProperty): unknown[] => values;

/** The first value of a property, or undefined. */
export const firstValue = (component: Jcal, name: string): unknown =>
  component[1].find((property) => property[0] === name)?.[3];

/** A parameter with a single value. */
export function parameterOf([, parameters]: JcalProperty, name: string): string | undefined {
  const value = parameters[name];
  return typeof value === 'string' ? value : undefined;
}
