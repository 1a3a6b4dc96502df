import loadJpeg from '@jsquash/jpeg/codec/dec/mozjpeg_dec.js';
import jpegCode from '@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm';
import { initEmscriptenModule } from '@jsquash/jpeg/utils.js';
import loadPng, { decode as decodePng } from '@jsquash/png/codec/pkg/squoosh_png.js';
import * as pngFile from '@jsquash/png/codec/pkg/squoosh_png_bg.wasm';
import loadWebp from '@jsquash/webp/codec/dec/webp_dec.js';
import webpCode from '@jsquash/webp/codec/dec/webp_dec.wasm';
import loadEncoder from '@jsquash/webp/codec/enc/webp_enc.js';
import encoderCode from '@jsquash/webp/codec/enc/webp_enc.wasm';
import { defaultOptions } from '@jsquash/webp/meta.js';
import { photoType } from '../../contract/photos.ts';
import { once } from '../../shared/once.ts';
import { serveTasks } from '../../shared/worker/serve.ts';
import { dimensionsOf } from './dimensions.ts';
import { type Pixels, square } from './square.ts';

// Pictures are untrusted: WebAssembly code decodes them in a worker thread.

export interface ThumbnailInput {
  bytes: Uint8Array<ArrayBuffer>;
  side: number;
}

/** A decoded picture takes four bytes a pixel, twice. */
const MAX_PIXELS = 16_000_000;
const QUALITY = 75;

serveTasks({ thumbnail });

/** A WebP picture. Undefined for formats that are not decoded, and for too many pixels. */
async function thumbnail({ bytes, side }: ThumbnailInput): Promise<Uint8Array | undefined> {
  const type = photoType(bytes);
  const { width, height } = dimensionsOf(bytes, type) ?? { width: 0, height: 0 };
  if (width * height === 0 || width * height > MAX_PIXELS) return undefined;
  const pixels = await decoded(bytes, type).catch(leave);
  if (!pixels) return undefined;
  const { data, ...size } = square(pixels, side);
  const { encode } = await encoder();
  const encoded = encode(data, size.width, size.height, { ...defaultOptions, quality: QUALITY });
  // A copy, because the encoder's memory is larger.
  return encoded ? encoded.slice() : undefined;
}

/** Decoders are unusable after they stopped at a damaged picture. The pool starts another worker. */
const leave = () => process.exit(1);

/** Each JPEG and WebP picture gets its own decoder, whose memory is then released. */
async function decoded(bytes: Uint8Array<ArrayBuffer>, type: string | undefined): Promise<Pixels | null> {
  if (type === 'image/jpeg') return (await initEmscriptenModule(loadJpeg, jpeg())).decode(bytes, true);
  if (type === 'image/webp') return (await initEmscriptenModule(loadWebp, webp())).decode(bytes);
  await png();
  return decodePng(bytes);
}

/** The package declares the functions of this file instead of its bytes. */
const { default: pngCode } = pngFile as unknown as { default: Uint8Array<ArrayBuffer> };

const jpeg = once(() => new WebAssembly.Module(jpegCode));
const webp = once(() => new WebAssembly.Module(webpCode));
const png = once(() => loadPng(new WebAssembly.Module(pngCode)));

const encoder = once(() => initEmscriptenModule(loadEncoder, new WebAssembly.Module(encoderCode)));
