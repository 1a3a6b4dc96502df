import { execFile } from 'node:child_process';
import { CLI } from './service.ts';

interface Diagnosis {
  code: number;
  findings: { state: string; what: string; todo?: string }[];
}

/** Runs `kith doctor` with only these settings. */
export function doctor(env: Record<string, string>): Promise<Diagnosis> {
  return new Promise((resolve) => {
    const environment = { PATH: process.env.PATH ?? '', ...env };
    execFile(process.execPath, [CLI, 'doctor', '--json'], { env: environment }, (error, stdout) => {
      resolve({ code: (error?.code as number | undefined) ?? 0, findings: JSON.parse(stdout) });
    });
  });
}

export const wrong = ({ findings }: Diagnosis) => findings.filter(({ state }) => state !== 'ok');
