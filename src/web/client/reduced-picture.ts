/** Smaller files are sent as they are. */
const SMALL_BYTES = 400_000;
const QUALITY = 0.85;
/** A GIF may be animated. */
const KEPT_TYPE = 'image/gif';

/** A JPEG copy of a large picture with at most `side` pixels on each side. Undefined if the file is small or no picture. */
export async function reducedPicture(file: File, side: number): Promise<File | undefined> {
  if (file.size <= SMALL_BYTES || !file.type.startsWith('image/') || file.type === KEPT_TYPE) return undefined;
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (!picture) return undefined;
  const scale = Math.min(1, side / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d')!;
  // JPEG has no transparency: without a ground, it would turn black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  if (!blob || blob.size >= file.size) return undefined;
  return new File([blob], `${file.name.replace(/\.[^.]*$/, '')}.jpg`, { type: blob.type });
}
