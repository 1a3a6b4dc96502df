import type { Result } from './play-task.ts';
import type { RecordedCall } from './trajectory.ts';

// Recordings of models that play the tasks. Most ids differ in each copy of the address book, so a recording names the
// place of an id in an earlier reply instead: `{{0.notes.2.id}}` is the id of the third note in the first reply.

export interface Recording {
  task: string;
  calls: { tool: string; args: Record<string, unknown> }[];
  answer: string;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const PLACE = /^\{\{(.+)\}\}$/;

export const recordingOf = ({ task, calls, answer }: Result): Recording => ({
  task,
  calls: calls.map(({ tool, args }, at) => ({
    tool,
    args: replaceStrings(args, (text) => (UUID.test(text) ? placed(text, calls.slice(0, at)) : text)),
  })),
  answer,
});

function placed(id: string, earlier: readonly RecordedCall[]): string {
  const place = placeOf(
    id,
    earlier.map(({ reply }) => reply),
  );
  return place ? `{{${place.join('.')}}}` : id;
}

/** The path of a value inside another. */
function placeOf(value: string, inside: unknown): string[] | undefined {
  if (inside === value) return [];
  if (typeof inside !== 'object' || inside === null) return undefined;
  for (const [key, inner] of Object.entries(inside)) {
    const rest = placeOf(value, inner);
    if (rest) return [key, ...rest];
  }
  return undefined;
}

/** Arguments of a recorded call, with ids from the replies so far. Throws if a reply has no value at the place. */
export const argumentsOf = (args: Record<string, unknown>, replies: readonly unknown[]): Record<string, unknown> =>
  replaceStrings(args, (text) => {
    const place = PLACE.exec(text)?.[1];
    if (place === undefined) return text;
    const found = place.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown>)?.[key], replies);
    if (typeof found !== 'string') throw new Error(`There is no id at ${place}`);
    return found;
  });

function replaceStrings<T>(value: T, replace: (text: string) => string): T {
  if (typeof value === 'string') return replace(value) as T;
  if (Array.isArray(value)) return value.map((one) => replaceStrings(one, replace)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, replaceStrings(inner, replace)])) as T;
}
