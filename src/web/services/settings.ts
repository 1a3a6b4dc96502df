import type { ExportFormat } from '../../contract/export-formats.ts';
import type { Person } from './person.ts';

/** The command that starts the MCP server. */
export interface Command {
  command: string;
  args: string[];
  env: Record<string, string>;
  /** The operating system, which determines the shell. */
  platform?: NodeJS.Platform;
}

/**
 * The reason no backup is offered: it contains all users' data, the database is PostgreSQL, or the service has other
 * users.
 */
export type NoBackup = 'several' | 'postgres' | 'served';

/** A file to download. It is deleted when its stream ends. */
export interface Download {
  bytes: number;
  content: ReadableStream<Uint8Array>;
}

/** Functions of the settings pages besides operations. */
export interface SettingsServices {
  /** The command that prints a new sign-in link for this user. */
  linkCommand(person: Person): string;
  /** The command that starts kith on this computer with this user's data. Undefined if it cannot, or needs a secret. */
  command(person: Person): Command | undefined;
  /** An export, or the message about data that it cannot contain unless that may be left out. */
  exported(
    person: Person,
    format: ExportFormat,
    options: { mayLack: boolean; signal: AbortSignal },
  ): Promise<Download | { lacks: string[] }>;
  backup: {
    /** Undefined if this user may not create one. */
    whyNot(person: Person): Promise<NoBackup | undefined>;
    /** All data, encrypted with a passphrase. */
    make(person: Person, passphrase: string): Promise<Download>;
  };
}
