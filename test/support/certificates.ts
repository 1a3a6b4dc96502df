import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

interface Certificate {
  key: Buffer;
  cert: Buffer;
  /** Path of its file. */
  path: string;
}

/** A self-signed certificate, created in a folder. `more` are further arguments of `openssl req`. */
export function certificateIn(folder: string, name: string, ...more: string[]): Certificate {
  const [key, cert] = [`${folder}/${name}-key.pem`, `${folder}/${name}-cert.pem`];
  const args = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  execFileSync('openssl', [...args, '-keyout', key, '-out', cert, '-subj', `/CN=${name}`, ...more], {
    stdio: 'ignore',
  });
  return { key: readFileSync(key), cert: readFileSync(cert), path: cert };
}
