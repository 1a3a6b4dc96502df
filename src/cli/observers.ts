import type { Observer } from '../mcp/observe.ts';
import { processEnvironment } from './environment.ts';

export interface Observation {
  observer: Observer;
  /** Sends what is still to be sent; at most as long as an end may take. */
  close(): Promise<void>;
}

const LEVELS = ['trace', 'debug'];

/**
 * What the environment wants told of requests: lines in the log, and traces and metrics where an exporter is set.
 * Undefined when it wants none, which costs nothing. A server logs each request at `info`; over stdio, where the
 * host shows stderr to a person, at `debug`.
 */
export async function observation(transport: 'stdio' | 'http'): Promise<Observation | undefined> {
  const { KITH_LOG_LEVEL = 'info' } = processEnvironment;
  const logged = LEVELS.includes(KITH_LOG_LEVEL) || (transport === 'http' && KITH_LOG_LEVEL === 'info');
  const exporting = exports('TRACES') || exports('METRICS');
  if (!logged && !exporting) return undefined;
  const observers: Observer[] = [];
  if (logged) observers.push((await import('./log.ts')).logRequests(transport === 'stdio' ? 'debug' : 'info'));
  const telemetry = exporting ? (await import('./telemetry.ts')).startTelemetry(exports) : undefined;
  if (telemetry) observers.push(telemetry.observer);
  return {
    observer: (call) => {
      const ends = observers.map((observer) => observer(call));
      return (outcome) => {
        for (const end of ends) end(outcome);
      };
    },
    close: async () => telemetry?.close(),
  };
}

/** Whether traces or metrics go anywhere, in the terms of OpenTelemetry's own environment variables. */
function exports(signal: 'TRACES' | 'METRICS'): boolean {
  const { env } = process;
  if (env.OTEL_SDK_DISABLED === 'true' || env[`OTEL_${signal}_EXPORTER`] === 'none') return false;
  return !!(env.OTEL_EXPORTER_OTLP_ENDPOINT || env[`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`]);
}
