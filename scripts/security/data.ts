import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** Answers to a requirement; `operator` leaves it to the administrator. */
export const STATUSES = ['met', 'partly', 'not met', 'operator', 'n/a'] as const;
export type Status = (typeof STATUSES)[number];

/** A test: its file, and its title in that file. */
export type Test = Record<string, string>;

export interface Threat {
  from: string;
  defense: string;
  tests: Test[];
}

/** Answer to one requirement or more. */
export interface Row {
  /** Numbers of the requirements, separated by commas. Guidance without numbers has none. */
  id?: string;
  asks: string;
  status: Status;
  note?: string;
  tests?: Test[];
}

export interface Section {
  title: string;
  rows: Row[];
}

export interface SecurityData {
  threats: Threat[];
  checklist: Section[];
}

export const SECURITY_DATA = 'scripts/docs/security.yaml';

export const readSecurityData = (): SecurityData => parse(readFileSync(SECURITY_DATA, 'utf8'));
