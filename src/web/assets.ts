import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';

/** What a page may ask for: built from src/web by scripts/build.mjs, with a hash of its content in the file's name. */
export type AssetName = 'styles.css' | 'page.js' | 'icon.svg';

export interface Assets {
  /** The address of an asset. */
  pathOf(name: AssetName): string;
  /** The answer on a path below /assets/. */
  answer(request: Request): Response;
}

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Reads all assets once: they are few and small. */
export function readAssets(folder: URL): Assets {
  const files = new Map(readdirSync(folder).map((file) => [file, readFileSync(new URL(file, folder))]));
  const paths = new Map([...files.keys()].map((file) => [file.replace(/-[A-Z0-9]+(?=\.[a-z]+$)/, ''), file]));
  return {
    pathOf: (name) => `/assets/${paths.get(name)}`,
    answer({ url, method }) {
      const file = new URL(url).pathname.slice('/assets/'.length);
      const bytes = files.get(file);
      if (!bytes || (method !== 'GET' && method !== 'HEAD'))
        return new Response('There is nothing here.\n', { status: 404 });
      return new Response(bytes, {
        headers: {
          'Content-Type': TYPES[extname(file)]!,
          'Cache-Control': 'public, max-age=31536000, immutable',
          'Cross-Origin-Resource-Policy': 'same-origin',
        },
      });
    },
  };
}
