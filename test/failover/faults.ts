import { request } from 'undici';
import type { Cluster } from './cluster.ts';
import type { Machine } from './machines.ts';

export interface FailoverFault {
  says: string;
  strike(primary: Machine): Promise<void>;
  /** The later manual recovery, when the other machine has long taken over. */
  mend(machine: Machine, cluster: Cluster): Promise<void>;
}

/** The fault on the machine whose PostgreSQL accepts writes. */
export const FAILOVER_FAULTS: Record<string, FailoverFault> = {
  handover: {
    says: 'handed over as planned',
    async strike({ name, address }) {
      const body = JSON.stringify({ leader: name });
      await request(`http://${address.clients}:8008/switchover`, { method: 'POST', body });
    },
    mend: async () => {},
  },
  kill: {
    says: 'killed',
    strike: (machine) => machine.signal('SIGKILL'),
    mend: async (machine, cluster) => cluster.start(machine),
  },
  freeze: {
    says: 'frozen, and goes on later',
    strike: (machine) => machine.signal('SIGSTOP'),
    mend: (machine) => machine.signal('SIGCONT'),
  },
  cut: {
    says: 'cut off from all',
    async strike(machine) {
      machine.cut('cluster');
      machine.cut('clients');
    },
    async mend(machine) {
      machine.heal('clients');
      machine.heal('cluster');
    },
  },
  split: {
    says: 'cut off from the cluster, not from kith',
    strike: async (machine) => machine.cut('cluster'),
    mend: async (machine) => machine.heal('cluster'),
  },
};
