import { bodyBytes } from '../../contract/schema/body-bytes.ts';

export interface Upload {
  name: string;
  bytes: Uint8Array;
  /** The idempotency key of the form. */
  key: string;
}

/** Form fields besides the file. */
const AROUND = 64 * 1024;
const LONGEST_NAME = 200;
/** Maximum parts: a file, the key, and any that a browser adds. */
const MAX_PARTS = 10;

const BOUNDARY = /^multipart\/form-data;.*?\bboundary="?([^\s";,]{1,70})/i;

/** Reads the file of a form. Returns a code if it is too large or missing. */
export async function uploadOf(request: Request, most: number): Promise<Upload | 'large' | 'none'> {
  if (isOversized(request, most)) {
    await drained(request);
    return 'large';
  }
  const type = request.headers.get('content-type') ?? '';
  const boundary = BOUNDARY.exec(type)?.[1];
  // A form without a file would be parsed field by field, however many it has.
  if (boundary === undefined) return 'none';
  const bytes = await bodyBytes(request, most + AROUND);
  if (!bytes) return 'large';
  if (hasMoreParts(bytes, `--${boundary}`)) return 'none';
  const headers = { 'Content-Type': type };
  const form = await new Response(new Uint8Array(bytes), { headers }).formData().catch(() => undefined);
  const file = form?.get('file');
  // Browsers send a file without a name if none was chosen.
  if (!(file instanceof File) || file.name === '') return 'none';
  if (file.size > most) return 'large';
  const key = form?.get('key');
  const name = file.name.split(/[\\/]/).at(-1)!.slice(0, LONGEST_NAME);
  return { name, bytes: new Uint8Array(await file.arrayBuffer()), key: typeof key === 'string' ? key : '' };
}

/** Whether the form has too many parts. A part costs far more to read than its bytes. */
function hasMoreParts(bytes: Uint8Array, delimiter: string): boolean {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let count = 0;
  // The last boundary ends the form.
  for (let at = all.indexOf(delimiter); at >= 0; at = all.indexOf(delimiter, at + 1))
    if (++count > MAX_PARTS + 1) return true;
  return false;
}

/** Whether the declared length exceeds that of a form with the largest file. */
export const isOversized = (request: Request, most: number): boolean =>
  Number(request.headers.get('content-length') ?? 0) > most + AROUND;

const MOST_DRAINED = 1024 * 1024 * 1024;

/**
 * Reads and drops the request body. A browser whose upload is interrupted shows its own error instead of our message.
 */
export async function drained({ body }: Request): Promise<void> {
  if (!body) return;
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.length;
      if (size > MOST_DRAINED) return;
    }
  } catch {
    // The client disconnected, so no one waits for the response.
  }
}
