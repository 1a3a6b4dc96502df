import type { Client } from '../../client/client.ts';

type Fields = Record<string, unknown>;

/** Additions of a reply to the response of a write. */
export interface WriteReport {
  fields: { touched?: Fields; undo?: string } & Fields;
  /** Sentences for `next`. */
  next: string[];
}

/** Maximum number of reports per client. */
const MAX_REPORTS = 50;

const reports = new WeakMap<Client, Map<string, WriteReport>>();

/** Keeps the report on a write with a key, because a repeated call cannot read the state before the first one. */
export function rememberReport(client: Client, key: string, report: WriteReport): void {
  const known = reports.get(client) ?? new Map<string, WriteReport>();
  reports.set(client, known);
  known.set(key, report);
  if (known.size > MAX_REPORTS) known.delete(known.keys().next().value!);
}

export const rememberedReport = (client: Client, key: string): WriteReport | undefined => reports.get(client)?.get(key);
