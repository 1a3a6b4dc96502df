import type { Observer } from '../mcp/observe.ts';
import { environment } from '../process/environment.ts';
import { textIn } from '../settings.ts';

export interface Observation {
  observer: Observer;
  /** Sends the remaining data, within the time of a shutdown. */
  close(): Promise<void>;
}

/**
 * Creates an observer that logs requests, and sends traces and metrics if an exporter is set. Undefined, at no cost, if
 * neither is enabled. A server logs requests at `info`. Over stdio, where clients show stderr to people, it logs at `debug`.
 */
export async function observation(transport: 'stdio' | 'http'): Promise<Observation | undefined> {
  const level = transport === 'stdio' ? 'debug' : 'info';
  // The logger rejects an invalid level on first use, so an assistant can still start.
  const isLogged = ['trace', 'debug', level].includes(textIn(environment, 'KITH_LOG_LEVEL') ?? 'info');
  const isExported = exports('TRACES') || exports('METRICS');
  if (!isLogged && !isExported) return undefined;
  const telemetry = isExported ? (await import('./telemetry.ts')).startTelemetry(exports) : undefined;
  const observers = [
    ...(isLogged ? [(await import('./composition/log.ts')).logRequests(level)] : []),
    ...(telemetry?.observers ?? []),
  ];
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

/** Returns whether traces or metrics are exported, by OpenTelemetry's environment variables. */
function exports(signal: 'TRACES' | 'METRICS'): boolean {
  const { env } = process;
  if (env.OTEL_SDK_DISABLED === 'true' || env[`OTEL_${signal}_EXPORTER`] === 'none') return false;
  return !!(env.OTEL_EXPORTER_OTLP_ENDPOINT || env[`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`]);
}
