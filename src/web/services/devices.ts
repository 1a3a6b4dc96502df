import type { Person } from './person.ts';
import type { Credential } from './settings.ts';

/** Phones and computers that keep the address book in step, each by an app password of its own. */
export interface DevicesServices {
  list(person: Person): Promise<Credential[]>;
  /** Gives the app password, which nobody can read again. Throws 400, 403 and 409 in words. */
  add(person: Person, device: { name: string; permissions: Credential['scope'] }): Promise<string>;
  /** False where the person has no such device. */
  revoke(person: Person, name: string): Promise<boolean>;
}
