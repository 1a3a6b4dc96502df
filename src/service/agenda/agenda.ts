import type { Secret } from '../secret.ts';
import type { Store } from '../store/store.ts';

export interface AgendaServices {
  store: Store;
  secret: Secret;
  now: () => Date;
}

/** What the agenda keeps in this process between requests: nothing of it is ever written down. */
export interface Agenda {
  services: AgendaServices;
}

export function makeAgenda(services: AgendaServices): Agenda {
  return { services };
}
