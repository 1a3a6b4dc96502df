import { bodyBytes } from '../contract/schema/body-bytes.ts';

export interface Upload {
  name: string;
  bytes: Uint8Array;
  /** Of the form that brought it. */
  key: string;
}

/** What a form has beside its file. */
const AROUND = 64 * 1024;
const LONGEST_NAME = 200;

/** The file that a form brings; a word where it is too large, or there is none. */
export async function uploadOf(request: Request, most: number): Promise<Upload | 'large' | 'none'> {
  if (Number(request.headers.get('content-length') ?? 0) > most + AROUND) {
    await drained(request);
    return 'large';
  }
  const bytes = await bodyBytes(request, most + AROUND);
  if (!bytes) return 'large';
  const headers = { 'Content-Type': request.headers.get('content-type') ?? '' };
  const form = await new Response(new Uint8Array(bytes), { headers }).formData().catch(() => undefined);
  const file = form?.get('file');
  // Browsers send a nameless one where nothing was chosen.
  if (!(file instanceof File) || file.name === '') return 'none';
  if (file.size > most) return 'large';
  const key = form?.get('key');
  const name = file.name.split(/[\\/]/).at(-1)!.slice(0, LONGEST_NAME);
  return { name, bytes: new Uint8Array(await file.arrayBuffer()), key: typeof key === 'string' ? key : '' };
}

const MOST_DRAINED = 1024 * 1024 * 1024;

/** Reads what is sent and drops it: a browser that is cut off midway shows an error of its own, not our words. */
export async function drained({ body }: Request): Promise<void> {
  if (!body) return;
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.length;
      if (size > MOST_DRAINED) return;
    }
  } catch {
    // The sender left, so nobody waits for the answer.
  }
}
