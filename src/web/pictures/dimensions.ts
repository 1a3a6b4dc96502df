/** Width and height of a picture, from its first bytes. Undefined for other formats and damaged files. */
export function dimensionsOf(
  bytes: Uint8Array,
  type: string | undefined,
): { width: number; height: number } | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (type === 'image/png') return { width: view.getUint32(16), height: view.getUint32(20) };
    if (type === 'image/jpeg') return ofJpeg(view);
    if (type === 'image/webp') return ofWebp(view);
  } catch {
    // The file ends too early.
  }
  return undefined;
}

/** Frame headers are 0xC0 to 0xCF, except three other markers in this range. */
const OTHER_MARKERS = [0xc4, 0xc8, 0xcc];

function ofJpeg(view: DataView) {
  let at = 2;
  for (;;) {
    const marker = view.getUint16(at);
    if (marker < 0xff00) return undefined;
    const kind = marker & 0xff;
    const isFrame = kind >= 0xc0 && kind <= 0xcf && !OTHER_MARKERS.includes(kind);
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    // Any number of 0xFF bytes may precede a marker.
    at += kind === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
}

function ofWebp(view: DataView) {
  const kind = view.getUint32(12);
  if (kind === 0x56503858) return { width: 1 + uint24(view, 24), height: 1 + uint24(view, 27) };
  if (kind === 0x5650384c) {
    const bits = view.getUint32(21, true);
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff) };
  }
  if (kind !== 0x56503820) return undefined;
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
}

const uint24 = (view: DataView, at: number): number => view.getUint16(at, true) + view.getUint8(at + 2) * 0x10000;
