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
