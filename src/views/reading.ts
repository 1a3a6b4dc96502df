// Readers that validate a result before a view shows it. A client can pass anything.

/** Thrown if a result does not have the shape that the view expects. */
export class WrongShape extends Error {}

type Reader<T> = (value: unknown) => T;

/** The type that a reader returns. */
export type Read<R> = R extends Reader<infer T> ? T : never;

export const text: Reader<string> = (value) => {
  if (typeof value !== 'string') throw new WrongShape();
  return value;
};

export const number: Reader<number> = (value) => {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new WrongShape();
  return value;
};

/** Every value except true is false. */
export const yes: Reader<boolean> = (value) => value === true;

/** Reads a field that may be absent. Results omit empty fields. */
export const maybe =
  <T>(reader: Reader<T>): Reader<T | undefined> =>
  (value) =>
    value === undefined || value === null ? undefined : reader(value);

export const list =
  <T>(reader: Reader<T>): Reader<T[]> =>
  (value) => {
    if (value === undefined || value === null) return [];
    if (!Array.isArray(value)) throw new WrongShape();
    return value.map(reader);
  };

export const record: Reader<Record<string, unknown>> = (value) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new WrongShape();
  return value as Record<string, unknown>;
};

export const object =
  <F extends Record<string, Reader<unknown>>>(fields: F): Reader<{ [N in keyof F]: Read<F[N]> }> =>
  (value) => {
    const read = record(value);
    const entries = Object.entries(fields).map(([name, reader]) => [name, reader(read[name])]);
    return Object.fromEntries(entries) as { [N in keyof F]: Read<F[N]> };
  };
