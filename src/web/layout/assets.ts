import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { gzipSync } from 'node:zlib';
import { takesGzip } from '../../shared/http/takes-gzip.ts';
import { once } from '../../shared/once.ts';
import { NO_ASSET } from '../words/errors.ts';

/** Assets of the web app: built by scripts/build.mjs, with a content hash in the file name. */
export type AssetName =
  | 'styles.css'
  | 'page.js'
  | 'graph.js'
  | 'service-worker.js'
  | 'icon.svg'
  | 'icon-192.png'
  | 'icon-512.png'
  | 'icon-maskable.png';

export interface Assets {
  /** The URL of an asset. */
  pathOf(name: AssetName): string;
  textOf(name: AssetName): string;
  /** The response for a path under /assets/. */
  answer(request: Request): Response;
}

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

/** Reads all assets once. They are few and small. */
export function readAssets(folder: URL): Assets {
  const files = new Map(
    readdirSync(folder).map((file) => {
      const bytes = readFileSync(new URL(file, folder));
      return [file, { bytes, zipped: once(() => gzipSync(bytes, { level: 9 })) }];
    }),
  );
  const names = new Map([...files.keys()].map((file) => [file.replace(/-[A-Z0-9]+(?=\.[a-z]+$)/, ''), file]));
  const fileOf = (name: AssetName): string => names.get(name)!;
  return {
    pathOf: (name) => `/assets/${fileOf(name)}`,
    textOf: (name) => files.get(fileOf(name))!.bytes.toString(),
    answer(request) {
      const { url, method } = request;
      const name = new URL(url).pathname.slice('/assets/'.length);
      const file = files.get(name);
      if (!file || (method !== 'GET' && method !== 'HEAD')) return new Response(NO_ASSET, { status: 404 });
      const isZipped = !name.endsWith('.png') && takesGzip(request);
      return new Response(isZipped ? file.zipped() : file.bytes, {
        headers: {
          'Content-Type': TYPES[extname(name)]!,
          ...(isZipped && { 'Content-Encoding': 'gzip' }),
          Vary: 'Accept-Encoding',
          'Cache-Control': 'public, max-age=31536000, immutable',
          'Cross-Origin-Resource-Policy': 'same-origin',
        },
      });
    },
  };
}
