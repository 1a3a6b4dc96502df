import type { ExportFormat } from '../../contract/export-formats.ts';
import type { Person } from './person.ts';

/** A program as hosts start one. */
export interface Command {
  command: string;
  args: string[];
  env: Record<string, string>;
  /** The system that it runs on, whose shells read a line of it. */
  platform?: NodeJS.Platform;
}

/** Why nobody is offered a backup: it holds the data of all, it is on PostgreSQL, or it is of a kith that serves others. */
export type NoBackup = 'several' | 'postgres' | 'served';

/** A file to download, which is gone with its stream. */
export interface Download {
  bytes: number;
  content: ReadableStream<Uint8Array>;
}

/** What the settings need beside operations. */
export interface SettingsServices {
  /** The command that prints a new link for this person. */
  linkCommand(person: Person): string;
  /** How a host on this machine starts kith on the data of this person; undefined where it cannot, or not without a secret. */
  command(person: Person): Command | undefined;
  /** An export; or in words what cannot be in it, unless that may be left out. */
  exported(
    person: Person,
    format: ExportFormat,
    options: { mayLack: boolean; signal: AbortSignal },
  ): Promise<Download | { lacks: string[] }>;
  backup: {
    /** Undefined where this person may have one. */
    whyNot(person: Person): Promise<NoBackup | undefined>;
    /** All data, under a passphrase. */
    make(person: Person, passphrase: string): Promise<Download>;
  };
}
