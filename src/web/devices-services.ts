import type { Person } from './person.ts';

/** A phone or computer that keeps the address book in step, by an app password of its own. */
export interface Device {
  name: string;
  scope: 'read' | 'write';
  created_at: string;
  expires_at: string | null;
  last_used_at: string | null;
}

export interface DevicesServices {
  list(person: Person): Promise<Device[]>;
  /** Gives the app password, which nobody can read again. Throws 400, 403 and 409 in words. */
  add(person: Person, device: { name: string; permissions: Device['scope'] }): Promise<string>;
  /** False where the person has no such device. */
  revoke(person: Person, name: string): Promise<boolean>;
}
